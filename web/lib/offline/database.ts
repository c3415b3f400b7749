import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/**
 * Runs one act on a database and closes it, so that another tab or a sign-out can erase it at any time. Undefined where
 * this browser keeps no database (private mode, no room left).
 */
export async function inDatabase<Schema extends DBSchema, T>(
  name: string,
  make: (database: IDBPDatabase<Schema>) => void,
  act: (database: IDBPDatabase<Schema>) => Promise<T>,
): Promise<T | undefined> {
  try {
    const database = await openDB<Schema>(name, 1, { upgrade: (empty) => make(empty) });
    try {
      return await act(database);
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}
