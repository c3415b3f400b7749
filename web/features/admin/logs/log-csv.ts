import type { AdminLog } from '#shared/admin/contract.ts';
import { logTexts } from '#shared/admin/words.ts';
import { algiersMoment } from '#shared/values/time.ts';

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
