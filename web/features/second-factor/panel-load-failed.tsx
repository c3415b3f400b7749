import { ShieldCheck } from 'lucide-react';
import type { ComponentProps } from 'react';
import { asProblem } from '#web/lib/api/problem.ts';
import { askForSecondFactor } from '#web/lib/session/second-factor.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';

/** An answer of the panel that did not come, or the question for the second factor that it waits for. */
export function PanelLoadFailed(props: ComponentProps<typeof LoadFailed>) {
  const problem = asProblem(props.error);
  if (problem.code !== 'SECOND_FACTOR') return <LoadFailed {...props} />;
  const ask = () => {
    askForSecondFactor();
    props.onRetry();
  };
  return (
    <div className="panel panel--info">
      <ShieldCheck className="panel__icon" aria-hidden="true" />
      <div className="stack">
        <p className="panel__title">{problem.title}</p>
        <p>{problem.detail}</p>
        <Button size="small" onClick={ask}>
          Saisir mon code
        </Button>
      </div>
    </div>
  );
}
