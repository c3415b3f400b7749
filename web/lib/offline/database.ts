import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/**
 * Runs one operation on a database and closes it, so that another tab or a sign-out can erase it at any time. Undefined
 * in a browser without storage (private mode, disk full).
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
