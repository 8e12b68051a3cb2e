/** Clicks an element and gives the milliseconds until the next picture is done. Runs within the page. */
export function answered(element) {
  return new Promise((resolve) => {
    const began = performance.now();
    element.click();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
  });
}
