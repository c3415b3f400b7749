import { Download } from 'lucide-react';
import { useState } from 'react';
import type { AdminLog } from '#shared/admin/contract.ts';
import { dayOf } from '#shared/values/time.ts';
import { adminApi } from '#web/features/admin/api.ts';
import { logCsv } from '#web/features/admin/logs/log-csv.ts';
import type { useLogQuery } from '#web/features/admin/logs/log-filters.tsx';
import { toast } from '#web/lib/toast.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';

/** Pages of a file, 100 lines each: a longer log is downloaded by days. */
const mostPages = 20;

export function LogDownload({ query }: { query: ReturnType<typeof useLogQuery> }) {
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
