import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Content } from '#shared/parcels/contents.ts';
import { categoryLabels, contentText } from '#shared/parcels/contents-words.ts';
import { type CustomsFinding, customsSources, judge } from '#shared/parcels/customs.ts';
import { shortDay } from '#shared/values/time.ts';

/** « 6 × Vêtements, chaussures, tissus · manteaux d'enfant » */
export const ContentLine = ({ content }: { content: Content }) => (
  <>
    {contentText(content)}
    {content.what && (
      <>
        {' · '}
        <bdi>{content.what}</bdi>
      </>
    )}
  </>
);

interface Ends {
  readonly pickup: { readonly countryCode: string };
  readonly delivery: { readonly countryCode: string };
}

interface ContentsListProps {
  contents: readonly Content[];
  ends: Ends;
  children?: ReactNode;
}

/** The contents of a parcel as its sender has declared them, with the lines of customs about them. */
export function ContentsList({ contents, ends, children }: ContentsListProps) {
  const notices = noticesOf(judge(contents, ends.pickup.countryCode, ends.delivery.countryCode));
  return (
    <div className="contents-list stack stack--tight">
      <p>
        <strong>Contenu déclaré</strong>
      </p>
      <ul className="points">
        {contents.map((content) => (
          <li key={content.category}>
            <ContentLine content={content} />
          </li>
        ))}
      </ul>
      {children}
      {notices.length > 0 && (
        <>
          <p>
            <strong>À savoir à la douane</strong>
          </p>
          <ul className="points small">
            {notices.map(({ labels, finding }) => (
              <li key={finding.text}>
                {labels && `${labels} : `}
                <CustomsSentence finding={finding} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Each sentence once, with the contents that it is about: « Dattes et fruits secs, cadeaux et artisanat ». */
function noticesOf(findings: readonly CustomsFinding[]): { labels: string; finding: CustomsFinding }[] {
  const firsts = findings.filter(({ text }, index) => findings.findIndex((one) => one.text === text) === index);
  return firsts.map((finding) => {
    const alike = findings.filter(({ text }) => text === finding.text);
    const labels = alike.flatMap(({ category }) => (category === 'all' ? [] : [categoryLabels[category]]));
    return { labels: labels.map(asNext).join(', '), finding };
  });
}

const asNext = (label: string, index: number) => (index === 0 ? label : label.charAt(0).toLowerCase() + label.slice(1));

/** The sentence, then where it was read and when. */
const CustomsSentence = ({ finding }: { finding: CustomsFinding }) => (
  <>
    {finding.text}
    {finding.sources.length > 0 && (
      <span className="muted">
        {' '}
        {finding.sources.map((name) => (
          <Fragment key={name}>
            <SourceLink name={name} />
            {' · '}
          </Fragment>
        ))}
        {finding.isUnsure ? 'à vérifier' : `Vérifié le ${shortDay(checkedOf(finding))}`}
      </span>
    )}
  </>
);

/** The earliest day on which one of its sources was read. */
const checkedOf = ({ sources }: CustomsFinding) =>
  sources.map((name) => customsSources[name].checked as string).sort()[0] ?? '';

function SourceLink({ name }: { name: CustomsFinding['sources'][number] }) {
  const source = customsSources[name];
  return source.url.startsWith('/') ? (
    <Link to={source.url}>{source.name}</Link>
  ) : (
    <a href={source.url}>{source.name}</a>
  );
}
