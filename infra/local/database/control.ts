import { setTimeout as wait } from 'node:timers/promises';
import type { DynamoDb } from '../emulators/dynamodb.ts';
import type { DatabaseFault, DatabaseFaults } from './faults.ts';

/**
 * The engine answers some milliseconds before it has stored its answer, which DynamoDB never does. So before a kill,
 * its answers are held back for this time.
 */
const storedWithinMs = 100;

export interface DatabaseControl {
  present: () => DatabaseFault;
  behave(fault: DatabaseFault): Promise<void>;
}

export function databaseControl(
  engine: Pick<DynamoDb, 'stop' | 'kill' | 'restart'>,
  faults: Pick<DatabaseFaults, 'present' | 'behave'>,
): DatabaseControl {
  return {
    present: faults.present,
    async behave(fault) {
      const wasStopped = ['stopped', 'killed'].includes(faults.present().mode);
      faults.behave(fault);
      if (fault.mode === 'killed') {
        await wait(storedWithinMs);
        await engine.kill();
      } else if (fault.mode === 'stopped') await engine.stop();
      else if (wasStopped) await engine.restart();
    },
  };
}
