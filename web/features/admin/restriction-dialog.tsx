import type { ComponentProps } from 'react';
import { brokenTerm } from '#shared/admin/broken-term.ts';
import { BrokenTerm, type Restriction } from '#shared/admin/judged.ts';
import { numberOf, termIds, termTitles } from '#shared/site/terms.ts';
import { ReasonDialog } from '#web/forms/confirming/reason-dialog.tsx';
import { SelectField } from '#web/forms/text-field.tsx';
import { useKeptText } from '#web/forms/use-kept-text.ts';

const chapters = termIds.map((id) => [id, `${numberOf(id)}. ${termTitles[id]}`] as const);

type RestrictionDialogProps = Omit<ComponentProps<typeof ReasonDialog>, 'hint' | 'rule' | 'onConfirm'> & {
  /** The kind of thing, as in `brokenTerm`. */
  kind: string;
  onConfirm: (restriction: Restriction) => Promise<unknown>;
};

/** A reason with the broken chapter of the terms: the usual one until the administrator chooses another (rule 179). */
export function RestrictionDialog({ kind, onConfirm, ...props }: RestrictionDialogProps) {
  const { text, change } = useKeptText(`${props.draftName}.term`);
  const chosen = BrokenTerm.safeParse(text).data;
  const termOf = (reason: string) => chosen ?? brokenTerm(kind, { reason }) ?? 'none';
  return (
    <ReasonDialog
      {...props}
      hint="Le membre lira ce texte."
      rule={(reason) => <TermField value={termOf(reason)} onChange={(term) => change(() => term)} />}
      onConfirm={async (reason) => {
        await onConfirm({ reason, term: termOf(reason) });
        change(() => '');
      }}
    />
  );
}

interface TermFieldProps {
  value: BrokenTerm;
  onChange: (term: BrokenTerm) => void;
}

export const TermField = ({ value, onChange }: TermFieldProps) => (
  <SelectField
    label="Chapitre des conditions générales"
    name="term"
    optional="silent"
    hint="Le membre le lira sous le motif."
    options={[...chapters, ['none', 'Aucun']]}
    value={value}
    onChange={({ target }) => onChange(BrokenTerm.parse(target.value))}
  />
);
