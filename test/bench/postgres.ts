import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { ParcelCard } from '#shared/search/contract.ts';
import type { Detail } from './figure.ts';
import { median, percentile } from './figure.ts';
import type { Listings } from './search-scenarios.ts';

const rounds = 25;

/**
 * The question as first specified (rule 11: every listing, no limit), and the same with the indexes that PostgreSQL
 * offers.
 */
const order = 'order by created_at desc';
const listed = "status = 'active' and admin_status = 'approved'";
const questions: Readonly<Record<string, string>> = {
  'no filter': '',
  'wide text': "and pickup_city ilike '%al%'",
  'wide text on both sides': "and pickup_city ilike '%al%' and delivery_city ilike '%ar%'",
  'city pair': "and pickup_city = 'Algiers' and delivery_city = 'Paris'",
  'no match': "and pickup_city ilike '%zzzz%'",
};

/**
 * The same parcels in PostgreSQL, in a temporary server. Without PostgreSQL there is a
 * line about it.
 */
export async function benchPostgres({ parcels }: Listings): Promise<Detail> {
  const bin = binaries();
  if (!bin) return { caption: 'PostgreSQL was not installed, so nothing stands beside.', rows: [] };
  console.log(`PostgreSQL with ${parcels.length} parcels …`);
  const server = await startServer(bin);
  try {
    server.run(schema, copyOf(parcels));
    const rows = Object.entries(questions).map(([question, where]) => {
      const plain = `select * from parcels where ${listed} ${where} ${order}`;
      const [bytes = 0] = server.numbers(`select coalesce(sum(length(row_to_json(p)::text)), 0) from (${plain}) p`);
      const all = server.times(plain, bytes > 5_000_000 ? 5 : rounds);
      const tuned = server.times(`${plain} limit 20`, rounds);
      return { question, bytes, all, tuned };
    });
    server.run(
      "create extension pg_trgm; create index on parcels using gin (pickup_city gin_trgm_ops, delivery_city gin_trgm_ops); create index on parcels (created_at desc) where status = 'active'; analyze parcels;",
    );
    return {
      caption: `PostgreSQL ${server.version} with the same ${parcels.length.toLocaleString('en')} parcels, over a socket on the same machine. \`as specified\` asks for all rows (rule 11); \`first 20\` is the same with a limit; \`tuned\` has trigram indexes besides. Milliseconds, p50 and p99.`,
      rows: rows.map(({ question, bytes, all, tuned }) => {
        const indexed = server.times(
          `select * from parcels where ${listed} ${questions[question]} ${order} limit 20`,
          rounds,
        );
        return {
          question,
          'bytes as specified': bytes,
          'as specified': inWords(all),
          'first 20': inWords(tuned),
          tuned: inWords(indexed),
        };
      }),
    };
  } finally {
    await server.stop();
  }
}

const inWords = (times: readonly number[]) => `${median(times).toFixed(1)} / ${percentile(times, 0.99).toFixed(1)}`;

/** The folder of the newest server that is installed. */
function binaries(): string | undefined {
  const folders = [
    ...globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed(),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  return folders.find((folder) => ['initdb', 'postgres', 'psql'].every((name) => existsSync(join(folder, name))));
}

/** PostgreSQL refuses to run as root, so then it runs as its own user. */
function ownUser(): { uid: number; gid: number } | undefined {
  if (userInfo().uid !== 0) return undefined;
  const id = (option: string) => Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

async function startServer(bin: string) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-postgres-'));
  const as = ownUser();
  if (as) chownSync(folder, as.uid, as.gid);
  chmodSync(folder, 0o700);
  const data = join(folder, 'data');
  const options = { ...as, cwd: folder, env: { LC_ALL: 'C.UTF-8', PATH: process.env['PATH'] } };
  const made = spawnSync(join(bin, 'initdb'), ['-D', data, '-U', 'bench', '-A', 'trust', '-E', 'UTF8'], options);
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr.toString()}`);
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-k', folder, '-h', '', '-c', 'fsync=off'], {
    ...options,
    stdio: 'ignore',
  });

  const psql = (script: string, input?: string) => {
    const told = spawnSync(
      join(bin, 'psql'),
      ['-h', folder, '-U', 'bench', '-d', 'postgres', '-XqAt', '-v', 'ON_ERROR_STOP=1'],
      {
        ...options,
        input: `${script}\n${input ?? ''}`,
        encoding: 'utf8',
        maxBuffer: 1e9,
      },
    );
    if (told.status !== 0) throw new Error(`psql: ${told.stderr}`);
    return told.stdout;
  };
  for (let attempt = 0; spawnSync(join(bin, 'pg_isready'), ['-h', folder], options).status !== 0; attempt++) {
    if (attempt > 100) throw new Error('PostgreSQL did not start');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const [version = ''] = psql('show server_version').split(' ');
  return {
    version: version.trim(),
    run: (script: string, input?: string) => void psql(script, input),
    numbers: (query: string) => psql(`${query};`).trim().split('\n').map(Number),
    /** Milliseconds of each round, rows sent to the client and thrown away. */
    times: (query: string, count: number) => {
      const told = psql(`\\timing on\n${`\\o /dev/null\n${query};\n`.repeat(count + 1)}`);
      return [...told.matchAll(/Time: ([\d.]+) ms/g)].map(([, time]) => Number(time)).slice(1);
    },
    async stop() {
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const schema = `create table parcels (
  id uuid primary key, title text, pickup_city text, pickup_country text, delivery_city text, delivery_country text,
  weight int, size text, deadline date, status text, admin_status text, created_at timestamptz, card jsonb);
copy parcels from stdin;`;

const copyOf = (parcels: readonly ParcelCard[]) =>
  `${parcels
    .map((parcel) =>
      [
        parcel.id,
        parcel.title,
        parcel.pickup.city,
        parcel.pickup.country,
        parcel.delivery.city,
        parcel.delivery.country,
        parcel.weightGrams,
        parcel.size,
        parcel.deadline,
        'active',
        'approved',
        parcel.createdAt,
        JSON.stringify(parcel.owner),
      ].join('\t'),
    )
    .join('\n')}\n\\.\nanalyze parcels;\n`;
