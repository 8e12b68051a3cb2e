/**
 * Clicks an element and gives the milliseconds until the next picture is done. Runs within the page.
 * @param {Element} element
 * @returns {Promise<number>}
 */
export function answered(element) {
  return new Promise((resolve) => {
    const began = performance.now();
    /** @type {HTMLElement} */ (element).click();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
  });
}
