import '@aws-amplify/ui-react/styles/table.layer.css';
import '#web/features/admin/admin.css';
import { Table, TableBody, TableCell, TableHead, TableRow } from '@aws-amplify/ui-react';
import { Download, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { AdminAction, type AdminLog, LogTarget } from '#shared/admin/contract.ts';
import { adminActionLabels, logTexts, targetLabels } from '#shared/admin/words.ts';
import { shortId } from '#shared/messaging/words.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import { algiersMoment, dayOf, farDay, isDay, isFar } from '#shared/values/time.ts';
import { AdminList, useAdminParams } from '#web/features/admin/admin-list.tsx';
import { adminApi } from '#web/features/admin/api.ts';
import { DateField } from '#web/forms/date/date-field.tsx';
import { SelectField } from '#web/forms/text-field.tsx';
import { queryKey } from '#web/lib/api/query.ts';
import { usePages } from '#web/lib/api/use-pages.ts';
import { momentText } from '#web/lib/moments.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

const earliest = '2026-01-01';

/** The filters of the log, from the URL. An unknown value filters nothing. */
function useLogQuery() {
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
function LogFilters() {
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

const columns = ['Date', 'Action', 'Type', 'Identifiant', 'Par', 'Détails'];

/** A text that begins like a formula would be calculated by spreadsheets. */
const harmless = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const cell = (text: string) => `"${harmless(text).replaceAll('"', '""')}"`;

/** Lines of the log as a file that French spreadsheets open: semicolons, and a mark for UTF-8. */
export function logCsv(logs: readonly AdminLog[]): string {
  const rows = logs.map((log) => {
    const { action, type, details } = logTexts(log, algiersMoment);
    const facts = details.map(([name, value]) => `${name} : ${value}`).join(', ');
    return [algiersMoment(log.at), action, type, log.targetId, log.admin.name, facts];
  });
  return `\ufeff${[columns, ...rows].map((row) => row.map(cell).join(';')).join('\r\n')}\r\n`;
}

/** Pages of a file, 100 lines each: a longer log is downloaded by days. */
const mostPages = 20;

function LogDownload({ query }: { query: ReturnType<typeof useLogQuery> }) {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const { logs, isCut } = await read(query);
      save(logCsv(logs), `logs-${dayOf(Date.now())}.csv`);
      if (isCut)
        toast.info(
          'Le fichier ne contient pas tout',
          `Il s'arrête après ${logs.length.toLocaleString('fr-FR')} lignes, les plus récentes. Choisissez des jours pour la suite.`,
        );
    } catch (error) {
      toast.failed('Impossible de télécharger le fichier.', error);
    }
    setBusy(false);
  };
  return (
    <div>
      <SubmitButton
        type="button"
        variant="default"
        busy={busy}
        busyText="Téléchargement…"
        onClick={() => void download()}
      >
        <Download size={18} aria-hidden="true" /> Télécharger (CSV)
      </SubmitButton>
    </div>
  );
}

async function read(query: ReturnType<typeof useLogQuery>): Promise<{ logs: AdminLog[]; isCut: boolean }> {
  const logs: AdminLog[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const { items, next } = await adminApi.adminLogs({ query: { ...query, cursor } });
    logs.push(...items);
    cursor = next;
    if (!next) break;
  }
  return { logs, isCut: cursor !== undefined };
}

function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // Safari begins to read after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Acts of administrators, newest first (product 2.2, Logs). */
export function LogsTab() {
  const query = useLogQuery();
  const list = usePages(queryKey('admin', 'adminLogs', { query }), (cursor, options) =>
    adminApi.adminLogs({ query: { ...query, cursor } }, options),
  );
  return (
    <div className="stack">
      <h2 id="admin-logs">Logs d'Administration</h2>
      <LogFilters />
      <LogDownload query={query} />
      <AdminList list={list} empty="Aucun log disponible">
        {(logs) => <LogTable logs={logs} />}
      </AdminList>
    </div>
  );
}

const LogTable = ({ logs }: { logs: readonly AdminLog[] }) => (
  <Table className="log-table" highlightOnHover={false} aria-labelledby="admin-logs">
    <TableHead>
      <TableRow>
        <TableCell as="th" scope="col">
          Date
        </TableCell>
        <TableCell as="th" scope="col">
          Action
        </TableCell>
        <TableCell as="th" scope="col">
          Type
        </TableCell>
        <TableCell as="th" scope="col">
          Détails
        </TableCell>
      </TableRow>
    </TableHead>
    <TableBody>
      {logs.map((log) => (
        <TableRow key={log.id}>
          <TableCell className="numeric">
            <Moment at={log.at} />
          </TableCell>
          <TableCell>{logTexts(log, momentText).action}</TableCell>
          <TableCell>{logTexts(log, momentText).type}</TableCell>
          <TableCell>
            <Facts
              facts={[
                ...logTexts(log, momentText).details,
                [
                  'Identifiant',
                  <span key="id" translate="no">
                    {shortId(log.targetId)}
                  </span>,
                ] as const,
                [
                  'Par',
                  <bdi key="by" translate="no">
                    {log.admin.name}
                  </bdi>,
                ] as const,
              ]}
            />
          </TableCell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
);
