/**
 * Clicks an element and returns the milliseconds until the next frame is painted. Runs in the page.
 *
 * @param {Element} element
 * @returns {Promise<number>}
 */
export function answered(element) {
  return new Promise((resolve) => {
    const began = performance.now();
    element.click();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
  });
}
