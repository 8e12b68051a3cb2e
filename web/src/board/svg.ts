/** Creates SVG elements. */
const SPACE = 'http://www.w3.org/2000/svg';

export type Attributes = Record<string, string | number>;

export function h<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** Sets a style property to a colour of the style sheet. The security policy of the server blocks style attributes. */
export function styled<E extends SVGElement>(element: E, property: string, colour: string): E {
  element.style.setProperty(property, `var(--${colour})`);
  return element;
}
