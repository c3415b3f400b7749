import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { foldPlace } from '#shared/values/places.ts';
import { type Question, type QuestionGroup, questionGroups } from '#web/features/site/faq-words.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { useInBrowser } from '#web/lib/browser.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import '#web/features/site/site.css';

/** Questions in groups; `/faq#<id>` opens one of them. */
export function FaqPage() {
  const [wanted, setWanted] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const isInBrowser = useInBrowser();
  // Text typed before the application started.
  useLayoutEffect(() => setWanted(field.current?.value ?? ''), []);
  const groups = searchQuestions(wanted);
  const count = groups.reduce((sum, { questions }) => sum + questions.length, 0);
  return (
    <div className={`container container--form page stack faq${isInBrowser ? '' : ' faq--built'}`}>
      <h1 tabIndex={-1}>Questions fréquentes</h1>
      <p className="lead">
        Identité, colis interdits, douane, prix, livraison : cherchez un mot ou ouvrez une question.
      </p>
      <search className="stack needs-scripts">
        <TextField
          label="Rechercher dans les questions"
          name="question"
          ref={field}
          type="search"
          optional="silent"
          autoComplete="off"
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
        <output className="muted small">
          {wanted.trim() && (count > 1 ? `${count} questions` : `${count} question`)}
        </output>
      </search>
      {groups.map(({ id, title, questions }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id}>{title}</h2>
          {questions.map((question) => (
            <Answered key={question.id} {...question} />
          ))}
        </section>
      ))}
      {count === 0 && (
        <EmptyState
          drawing="search"
          title="Aucune question ne correspond"
          action={
            <Button as={Link} variant="primary" to={paths.contact}>
              Poser ma question
            </Button>
          }
        >
          Essayez un autre mot, ou écrivez-nous.
        </EmptyState>
      )}
      {count > 0 && (
        <p>
          Vous n'avez pas trouvé ? <Link to={paths.contact}>Posez votre question</Link>.
        </p>
      )}
    </div>
  );
}

function Answered({ id, question, answer, link, pages = [] }: Question) {
  const details = useOpenWhenAsked(id);
  return (
    <details ref={details} className="question">
      <summary>{question}</summary>
      <div id={id} className="stack question__answer">
        {answer.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <p className="cluster">
          {link && <Link to={link.to}>{link.text}</Link>}
          {pages.map(({ href, text }) => (
            <a key={href} href={href}>
              {text}
            </a>
          ))}
          <a href={`#${id}`} className="question__anchor">
            Lien vers cette question<span className="visually-hidden"> : {question}</span>
          </a>
        </p>
      </div>
    </details>
  );
}

/**
 * Opens the question of the address and scrolls to it. The element itself keeps its open state: a
 * browser or a person may open it before the application starts.
 */
function useOpenWhenAsked(id: string) {
  const { hash, key } = useLocation();
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!details.current || hash !== `#${id}`) return;
    details.current.open = true;
    details.current.scrollIntoView({ block: 'start' });
  }, [id, hash, key]);
  return details;
}

const plain = (text: string) => foldPlace(text).replaceAll(/(\p{L}{3})[sx]\b/gu, '$1');

/** The groups with the questions that contain every searched word, in the singular or the plural. */
function searchQuestions(wanted: string): QuestionGroup[] {
  const words = plain(wanted).split(' ').filter(Boolean);
  return questionGroups
    .map((group) => ({
      ...group,
      questions: group.questions.filter(({ question, answer }) => {
        const text = plain([group.title, question, ...answer].join(' '));
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ questions }) => questions.length > 0);
}
