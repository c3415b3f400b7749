/** The page of `npm run gallery`: the list of parts, and the chosen one in a frame for each width. */
import { widths } from '../support/widths.ts';

const parts = Object.keys(import.meta.glob('./ui/**/*.tsx')).map((file) => file.slice('./ui/'.length, -'.tsx'.length));
const list = document.querySelector('#parts') as HTMLElement;
const look = document.querySelector('#look') as HTMLFormElement;
const frames = document.querySelector('#frames') as HTMLElement;

const links = parts.map((part) => Object.assign(document.createElement('a'), { href: `#${part}`, textContent: part }));
list.append(...links);

/** The URL of the page holds the choice, so that a reload shows the same part. */
function show(): void {
  const part = location.hash.slice(1) || parts[0] || '';
  for (const link of links) link.ariaCurrent = String(link.hash === `#${part}`);
  const chosen = new URLSearchParams([...new FormData(look).keys()].map((name) => [name, '']));
  chosen.set('part', part);
  frames.replaceChildren(
    ...Object.values(widths).map(({ width }) => {
      const title = Object.assign(document.createElement('h2'), { textContent: `${width} px` });
      const frame = Object.assign(document.createElement('iframe'), { src: `./frame.html?${chosen}`, title: part });
      frame.style.inlineSize = `${width}px`;
      const section = document.createElement('section');
      section.append(title, frame);
      return section;
    }),
  );
}

addEventListener('hashchange', show);
look.addEventListener('change', show);
show();
