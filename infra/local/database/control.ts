import { setTimeout as wait } from 'node:timers/promises';
import type { DynamoDb } from '../emulators/dynamodb.ts';
import type { DatabaseFault, DatabaseFaults } from './faults.ts';

/**
 * The engine answers some milliseconds before it has stored what it answers, which DynamoDB never does. So before it is
 * killed nothing that it says is passed on for this time.
 */
const storedWithinMs = 100;

/** What a person may do to the database of this machine: stop it, start it again, let it fail otherwise. */
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
