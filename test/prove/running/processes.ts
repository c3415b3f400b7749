import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

interface Running {
  readonly pid: number;
  readonly parent: number;
  /** Memory that it occupies. */
  readonly kilobytes: number;
  readonly command: string;
}

const run = promisify(execFile);

/** A process and all that it has started, directly or not. */
export async function processesOf(root: number): Promise<Running[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,rss=,comm=']);
  const all = stdout
    .trim()
    .split('\n')
    .map((line): Running => {
      const [pid, parent, kilobytes, ...command] = line.trim().split(/\s+/);
      return { pid: Number(pid), parent: Number(parent), kilobytes: Number(kilobytes), command: command.join(' ') };
    });
  const below = (parents: readonly Running[]): Running[] => {
    const children = all.filter(({ parent }) => parents.some(({ pid }) => pid === parent));
    return children.length === 0 ? [...parents] : [...parents, ...below(children)];
  };
  return below(all.filter(({ pid }) => pid === root));
}

/** The engine of the database is the only one that is not Node. */
export const isEngine = ({ command }: Pick<Running, 'command'>): boolean => command.endsWith('java');
