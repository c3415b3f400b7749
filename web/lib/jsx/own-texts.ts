import { Fragment, jsx } from 'react/jsx-runtime';

type Element = Parameters<typeof jsx>[0];
interface Props {
  children?: unknown;
}

/** Elements that may only contain text: HTML allows no element there, SVG no `span`. */
const textOnly: readonly unknown[] = ['option', 'title', 'text', 'desc'];

const isText = (child: unknown): child is string | number =>
  (typeof child === 'string' && child !== '') || typeof child === 'number';

const isBlank = (text: unknown): boolean => typeof text === 'string' && text.trim() === '';

/**
 * Gives each text among several children an element of its own. Translators replace text nodes, and React must not hold
 * one that it has to find again (decision 051). Adjoining texts become one, for the translators. Changes the given
 * props, which the compiler creates for each element.
 */
export function ownTexts(type: Element, props: Props): void {
  const { children } = props;
  if (Array.isArray(children)) props.children = held(children, type);
  // The surroundings of a fragment are unknown here.
  else if (type === Fragment && isText(children)) props.children = jsx('span', { children });
}

/** The children with wrapped texts, or the one string if there is nothing else. Positions stay the same, for React. */
function held(children: readonly unknown[], type?: Element): unknown {
  let open = -1;
  let others = 0;
  const texts: number[] = [];
  const all = [...children];
  for (const [place, child] of children.entries()) {
    if (!isText(child)) {
      all[place] = Array.isArray(child) ? held(child) : child;
      if (child === null || child === undefined || typeof child === 'boolean' || child === '') continue;
      others += 1;
      open = -1;
    } else if (open < 0) {
      all[place] = String(child);
      open = place;
      texts.push(place);
    } else {
      all[open] += String(child);
      all[place] = null;
    }
  }
  const [first] = texts;
  if (first === undefined) return all;
  if (type === Fragment) others += 1;
  if (type && (others === 0 || textOnly.includes(type))) return others === 0 ? all[first] : all;
  for (const place of texts) {
    // Translators ignore a blank, and an element would become a column of its row.
    if (isBlank(all[place])) continue;
    // Separate lists, such as those of `map`, need keys.
    all[place] = jsx('span', { children: all[place] }, type ? undefined : `text ${place}`);
  }
  return all;
}
