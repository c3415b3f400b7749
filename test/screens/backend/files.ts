import type { Table } from '#functions/platform/table.ts';
import { scanStates } from '#functions/uploads/scan-states.ts';
import { scan } from '#functions/uploads/scanner.ts';

/** S3's part: stores a file and lets the scanner check it. */
export function openQuarantine(table: Table) {
  const files = new Map<string, Uint8Array>();
  const tools = {
    uploads: scanStates(table),
    store: {
      open: async (key: string) => {
        const bytes = files.get(key);
        return bytes && { size: bytes.length, bytes: async () => bytes };
      },
      write: async () => {},
      delete: async (key: string) => void files.delete(key),
    },
  };
  return async (url: string, bytes: Uint8Array) => {
    const key = decodeURIComponent(new URL(url).pathname).slice(1);
    files.set(key, bytes);
    await scan(key, tools);
  };
}
