import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { AdminAction, LogTarget } from '#shared/admin/contract.ts';
import { adminActionLabels, targetLabels } from '#shared/admin/words.ts';
import { shortId } from '#shared/messaging/words.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import { farDay, isDay, isFar } from '#shared/values/time.ts';
import { useAdminParams } from '#web/features/admin/use-admin-params.ts';
import { DateField } from '#web/forms/date/date-field.tsx';
import { SelectField } from '#web/forms/text-field.tsx';
import { Button } from '#web/ui/button.tsx';

const earliest = '2026-01-01';

/** The filters of the log, from the URL. An unknown value filters nothing. */
export function useLogQuery() {
  const { filter } = useAdminParams();
  const day = (name: 'from' | 'to') => (isDay(filter(name)) && !isFar(filter(name)) ? filter(name) : undefined);
  return {
    target: filter('target') || undefined,
    type: LogTarget.safeParse(filter('type')).data,
    action: AdminAction.safeParse(filter('action')).data,
    from: day('from'),
    to: day('to'),
  };
}

/** Type, action and days; a single profile or listing is chosen by its « Historique ». */
export function LogFilters() {
  const { filter, setFilters } = useAdminParams();
  const { target } = useLogQuery();
  return (
    <>
      {target && <OneTarget target={target} />}
      <div className="admin-filters admin-filters--log">
        <SelectField
          label="Type"
          name="type"
          optional="silent"
          placeholder="Tous les types"
          options={Object.entries(targetLabels)}
          value={filter('type')}
          onChange={({ target: { value } }) => setFilters(['type', value])}
        />
        <SelectField
          label="Action"
          name="action"
          optional="silent"
          placeholder="Toutes les actions"
          options={Object.entries(adminActionLabels)}
          value={filter('action')}
          onChange={({ target: { value } }) => setFilters(['action', value])}
        />
        <DayFilter label="Du" name="from" />
        <DayFilter label="Au" name="to" />
      </div>
    </>
  );
}

/** A day of the address. A text that is no day yet stays in the field. */
function DayFilter({ label, name }: { label: string; name: 'from' | 'to' }) {
  const { filter, setFilters } = useAdminParams();
  const [typed, setTyped] = useState<string>();
  const [isLeft, setLeft] = useState(false);
  const change = (value: string) => {
    const isWhole = value === '' || (isDay(value) && !isFar(value));
    setTyped(isWhole ? undefined : value);
    setLeft(false);
    if (isWhole && value !== filter(name)) setFilters([name, value]);
  };
  return (
    <DateField
      label={label}
      name={name}
      optional="silent"
      min={earliest}
      error={isLeft && typed !== undefined ? (isFar(typed) ? farDay : 'Date incorrecte') : undefined}
      value={typed ?? filter(name)}
      onChange={change}
      onBlur={() => setLeft(true)}
    />
  );
}

/** Comes from a card far down in another list, so it takes the focus. */
function OneTarget({ target }: { target: string }) {
  const result = useRef<HTMLParagraphElement>(null);
  useEffect(() => result.current?.focus(), []);
  return (
    <p ref={result} tabIndex={-1} className="cluster">
      <span>
        Historique de l'élément <strong>{shortId(target)}</strong>
      </span>
      <Button as={Link} variant="link" size="small" to={withQuery(paths.admin, { tab: 'logs' })}>
        <X size={18} aria-hidden="true" /> Tous les logs
      </Button>
    </p>
  );
}
