import { spawn } from 'node:child_process';
import { DatabaseSync } from 'node:sqlite';

/**
 * Runs a database engine for the life of its parent process: `database-keeper.ts <lock file or -> <command>
 * <arguments>`. The engine ends with its parent in every case, because the pipe between them then closes. The
 * lock, which the system releases when this process ends, is held until the engine has ended.
 */
const [lockFile = '-', command = '', ...rest] = process.argv.slice(2);

/** How long to wait for a predecessor that was just killed, in milliseconds. */
const timeoutMs = 5000;

if (lockFile !== '-') {
  try {
    new DatabaseSync(lockFile, { timeout: timeoutMs }).exec('BEGIN EXCLUSIVE');
  } catch {
    console.error('its data are in use by another process: stop that one, or choose another folder with DATA_DIR=…');
    process.exit(1);
  }
}
const engine = spawn(command, rest, { stdio: ['ignore', 'ignore', 'inherit'] });
engine.once('error', (error: NodeJS.ErrnoException) => {
  console.error(error.code === 'ENOENT' ? `no "${command}" was found` : error.message);
  process.exitCode = 1;
});
engine.once('exit', (code) => process.exit(code ?? 1));
process.on('SIGTERM', () => engine.kill());
// Ctrl+C reaches this process too; the parent decides.
process.on('SIGINT', () => {});
process.stdin.resume().once('end', () => engine.kill('SIGKILL'));
