import { afterAll } from 'vitest';
import { dropTables } from '../table.ts';

// Not in the file of the tables, because programs that Node runs itself import that file too, without a test runner.
afterAll(dropTables);
