/** Clicks an element and gives the milliseconds until the next picture is done. */
export function answered(element: Element): Promise<number>;
