import { type ReactNode, useState } from 'react';
import { Declaration, DeliveryCode, deliveryCodeMissing } from '#shared/deliveries/contract.ts';
import { hasAct, type Situation } from '#shared/situation/contract.ts';
import { maxLength } from '#shared/values/fields.ts';
import type { Given } from '#web/features/deliveries/acts/use-act.ts';
import { fieldId } from '#web/forms/field.tsx';
import { TextField } from '#web/forms/text-field.tsx';
import type { Validated } from '#web/lib/offline/queued-item.ts';
import { Button } from '#web/ui/button.tsx';

/** How a carrier ends a delivery: by the code that its owner asks for, or without it. */
export interface DeliveryEnd {
  readonly act: 'validateDelivery' | 'declare';
  readonly fields: ReactNode;
  /** The facts of the act; undefined while the code is missing, which its field then shows. */
  readonly given: () => Given | undefined;
  /** Shows a refused code at its field. */
  readonly refuse: (problem: string) => void;
  /** Shows again what was typed for an act that is taken back. */
  readonly typeAgain: (typed: Pick<Validated, 'code' | 'declared' | 'note'>) => void;
}

const codeName = 'delivery-code';

export function useDeliveryEnd(situation: Situation, startsWithout = false): DeliveryEnd {
  const { codeAsked, codeSpent } = situation;
  const canDeclare = hasAct(situation, 'declare');
  const [wantsNone, setWantsNone] = useState(startsWithout);
  const [code, setCode] = useState('');
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string>();
  const [noteProblem, setNoteProblem] = useState<string>();
  const isWithout = (wantsNone || codeSpent === true) && canDeclare;
  const refuse = (why: string) => {
    setProblem(why);
    document.getElementById(fieldId(codeName))?.focus();
  };
  const typeAgain: DeliveryEnd['typeAgain'] = (typed) => {
    setWantsNone(typed.declared === true);
    setCode(typed.code ?? '');
    setNote(typed.note ?? '');
  };
  const given = () => {
    if (isWithout) {
      const { error, data } = Declaration.safeParse({ note: note.trim() || undefined });
      setNoteProblem(error?.issues[0]?.message);
      if (error) document.getElementById(fieldId('delivery-note'))?.focus();
      return data;
    }
    if (!codeAsked) return {};
    const { success, data } = DeliveryCode.safeParse(code);
    if (success) return { code: data };
    refuse(deliveryCodeMissing);
    return undefined;
  };
  const fields = codeAsked && (
    <>
      {isWithout ? (
        <TextField
          label="À qui l'avez-vous donné ?"
          name="delivery-note"
          optional
          limit={maxLength.positionNote}
          error={noteProblem}
          value={note}
          onChange={({ target }) => {
            setNote(target.value);
            setNoteProblem(undefined);
          }}
        />
      ) : (
        <TextField
          label="Code de livraison"
          name={codeName}
          inputMode="numeric"
          autoComplete="off"
          hint="Quatre chiffres, que la personne qui reçoit le colis vous donne."
          error={problem}
          value={code}
          onChange={({ target }) => {
            setCode(target.value);
            setProblem(undefined);
          }}
        />
      )}
      {canDeclare && !codeSpent && (
        <p>
          <Button variant="link" onClick={() => setWantsNone(!isWithout)}>
            {isWithout ? "J'ai le code" : "Je n'ai pas le code"}
          </Button>
        </p>
      )}
    </>
  );
  return { act: isWithout ? 'declare' : 'validateDelivery', fields, given, refuse, typeAgain };
}
