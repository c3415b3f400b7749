import { afterAll } from 'vitest';
import { dropTables } from '../table.ts';

// Not beside the tables: programs that Node runs itself read that file too, and there is nobody to call this.
afterAll(dropTables);
