import type { DynamoDb } from '../emulators/dynamodb.ts';
import type { DatabaseFault, DatabaseFaults } from './faults.ts';

/** What a person may do to the database of this machine: stop it, start it again, let it fail otherwise. */
export type DatabaseControl = {
  present: () => DatabaseFault;
  behave(fault: DatabaseFault): Promise<void>;
};

export function databaseControl(
  engine: Pick<DynamoDb, 'stop' | 'restart'>,
  faults: Pick<DatabaseFaults, 'present' | 'behave'>,
): DatabaseControl {
  return {
    present: faults.present,
    async behave(fault) {
      const wasStopped = faults.present().mode === 'stopped';
      faults.behave(fault);
      if (fault.mode === 'stopped') await engine.stop();
      else if (wasStopped) await engine.restart();
    },
  };
}
