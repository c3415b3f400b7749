import type { ReactNode } from 'react';
import { longDay } from '#shared/values/time.ts';
import '#web/features/site/site.css';

/** Date of the last change of the legal texts; `terms-page.test.tsx` notices one. */
const lastChanged = '2026-11-29';

export interface Chapter {
  readonly id: string;
  readonly title: string;
  readonly content: ReactNode;
}

/** A long text in chapters: its contents are beside it on wide screens, and folded above it on others. */
export function Chapters(props: { title: string; dated?: boolean; lead: ReactNode; chapters: readonly Chapter[] }) {
  const { title, dated, lead, chapters } = props;
  return (
    <div className="container page chapters">
      <header className="chapters__top stack">
        <h1 tabIndex={-1}>{title}</h1>
        {dated && <p className="muted">Dernière modification : {longDay(lastChanged)}</p>}
        <div className="lead">{lead}</div>
      </header>
      <details className="surface contents contents--folded">
        <summary>Sommaire</summary>
        <Contents chapters={chapters} />
      </details>
      <nav className="contents contents--beside" aria-label="Sommaire">
        <p className="contents__title">Sommaire</p>
        <Contents chapters={chapters} />
      </nav>
      <article className="prose">
        {chapters.map((chapter) => (
          <section key={chapter.id} aria-labelledby={chapter.id} className="stack">
            <h2 id={chapter.id}>{chapter.title}</h2>
            {chapter.content}
          </section>
        ))}
      </article>
    </div>
  );
}

const Contents = ({ chapters }: { chapters: readonly Chapter[] }) => (
  <ul>
    {chapters.map(({ id, title }) => (
      <li key={id}>
        <a href={`#${id}`}>{title}</a>
      </li>
    ))}
  </ul>
);

export const Points = ({ of }: { of: readonly string[] }) => (
  <ul>
    {of.map((point) => (
      <li key={point}>{point}</li>
    ))}
  </ul>
);
