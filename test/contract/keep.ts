import { writeFileSync } from 'node:fs';
import { packed, releasedFile } from './released.ts';
import { contractShape } from './shapes.ts';

/** `node test/contract/keep.ts`: today's contract is the released one from now on. */
writeFileSync(releasedFile, packed(contractShape()));
