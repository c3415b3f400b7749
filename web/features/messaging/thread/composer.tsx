import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { type Acknowledged, anywayText, warningIn } from '#shared/messaging/warnings.ts';
import { maxLength } from '#shared/values/fields.ts';
import { lengthOf } from '#shared/values/typed/characters.ts';
import { isWide } from '#web/features/messaging/use-wide.ts';
import { Count } from '#web/forms/character-count.tsx';
import type { KeptText } from '#web/forms/use-kept-text.ts';
import { WayOutLink } from '#web/forms/way-out-link.tsx';
import type { ApiProblem } from '#web/lib/api/problem.ts';
import { wayOutOf } from '#web/lib/api/way-out.ts';
import { keepsNothingText } from '#web/lib/storage.ts';
import { Button } from '#web/ui/button.tsx';
import '#web/forms/field.css';

interface ComposerProps {
  draft: KeptText;
  onSend: (content: string, acknowledged?: Acknowledged) => Promise<boolean>;
  busy: boolean;
  problem: ApiProblem | undefined;
  starters?: readonly string[];
}

/** Where a message is written. Empty is never sent; while one is being sent the next one can already be typed. */
export function Composer({ draft, onSend, busy, problem, starters = [] }: ComposerProps) {
  const { text, isKept, change } = draft;
  const field = useFittingHeight(text);
  const content = text.trim();
  const length = lengthOf(content);
  const tooLong = length > maxLength.message;

  const { warning, shown, setTried } = useHeld(problem, content);
  const isHeld = warning !== undefined;

  const send = async (acknowledged?: Acknowledged) => {
    if (!content || tooLong || busy || (isHeld && !acknowledged)) return;
    setTried(content);
    change(() => '');
    field.current?.focus();
    const left = await onSend(content, acknowledged);
    // Text typed in between stays, after the returned text.
    if (!left) change((since) => [content, since].filter(Boolean).join('\n'));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter sends where a keyboard is likely. On phones it begins a new line.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || !isWide()) return;
    event.preventDefault();
    void send();
  };
  return (
    <form
      data-kept
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {shown && <WhyUnsent problem={shown} onAnyway={isHeld ? () => void send(warning) : undefined} />}
      {starters.length > 0 && !text && (
        <Starters
          starters={starters}
          onChoose={(starter) => {
            change(() => starter);
            field.current?.focus();
          }}
        />
      )}
      <div className="composer__row">
        <textarea
          ref={field}
          className="amplify-textarea"
          aria-label="Votre message"
          aria-describedby={shown ? 'composer-problem' : undefined}
          aria-invalid={tooLong || undefined}
          placeholder="Écrivez votre message"
          dir="auto"
          rows={1}
          value={text}
          onChange={({ target }) => change(() => target.value)}
          onKeyDown={onKeyDown}
        />
        <Button
          type="submit"
          variant="primary"
          className="composer__send"
          aria-label={shown && !isHeld ? "Réessayer l'envoi" : 'Envoyer le message'}
          aria-disabled={busy || !content || tooLong || isHeld || undefined}
          aria-busy={busy || undefined}
          // The field keeps the focus: the keyboard stays, and nothing moves away under the finger.
          onMouseDown={(event) => event.preventDefault()}
        >
          <SendHorizontal size={20} aria-hidden="true" />
        </Button>
      </div>
      <Count length={length} limit={maxLength.message} />
      <output className="small muted">
        {text && !isKept && <span>{`${keepsNothingText} Envoyez ce message avant de quitter cette page.`}</span>}
      </output>
    </form>
  );
}

/** A text that is held with a warning. A changed one is judged again. */
function useHeld(problem: ApiProblem | undefined, content: string) {
  const [tried, setTried] = useState<string>();
  const held = problem && warningIn(problem.code);
  const warning = tried === content ? held : undefined;
  return { warning, shown: held && !warning ? undefined : problem, setTried };
}

interface WhyUnsentProps {
  problem: ApiProblem;
  onAnyway: (() => void) | undefined;
}

function WhyUnsent({ problem, onAnyway }: WhyUnsentProps) {
  const wayOut = wayOutOf(problem);
  return (
    <div id="composer-problem" className="field__error composer__why" role="alert">
      {onAnyway && <strong>{problem.title}</strong>}
      <p>
        {problem.detail} Votre texte est conservé. {wayOut && <WayOutLink wayOut={wayOut} />}
      </p>
      {onAnyway && (
        <Button size="small" onClick={onAnyway}>
          {anywayText}
        </Button>
      )}
    </div>
  );
}

interface StartersProps {
  starters: readonly string[];
  onChoose: (starter: string) => void;
}

const Starters = ({ starters, onChoose }: StartersProps) => (
  <div role="group" className="composer__starters" aria-label="Idées de premier message">
    {starters.map((starter) => (
      <Button key={starter} size="small" onClick={() => onChoose(starter)}>
        {starter}
      </Button>
    ))}
  </div>
);

function useFittingHeight(text: string) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.blockSize = 'auto';
    area.style.blockSize = `${area.scrollHeight + 2}px`;
  }, [text]);
  return field;
}
