// Installs what a command needs: packages and Java, with `--packages` only these, with `--browser` also a Chromium.
// Plain JavaScript for Node 20 or newer, because the packages contain the Node that runs everything else.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
process.chdir(root);

const run = (command, ...rest) => spawnSync(command, rest, { stdio: 'inherit' }).status === 0;
const give = (text) => {
  console.error(text);
  process.exit(1);
};

/** Milliseconds since the file changed; infinite when there is none. */
const age = (file) => Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY);

function ensurePackages() {
  const stampFile = 'node_modules/.installed';
  const stamp = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  // Installed by hand: npm's own copy of the lock is newer than ours.
  if (!existsSync(stampFile) && age('node_modules/.package-lock.json') < age('package-lock.json')) {
    writeFileSync(stampFile, stamp);
    return;
  }
  console.log('Installing packages …');
  // The lock names no registry, so npm would ask again for what it knows of each package: a fifth of the time.
  if (!run('npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund'))
    give('The packages could not be installed (npm ci).');
  writeFileSync(stampFile, stamp);
}

/** The packages contain Node 24 for Linux; elsewhere the installed one must be as new, because it runs TypeScript. */
function ensureNode() {
  if (existsSync('node_modules/.bin/node') || Number(process.versions.node.split('.')[0]) >= 24) return;
  give('Node 24 or newer is needed on this system (https://nodejs.org).');
}

/** Installs the first of these packages that Debian has, as root on Debian; else prints one line: what is missing. */
function install(debianPackages, missing) {
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/etc/debian_version');
  if (!isDebianRoot) give(missing);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...rest) => spawnSync('apt-get', rest, { stdio: ['ignore', 'ignore', 'inherit'], env: environment });
  apt('update', '-qq');
  const isInstalled = debianPackages.some((name) => {
    console.log(`Installing ${name} …`);
    return apt('install', '-y', '-qq', '--no-install-recommends', name).status === 0;
  });
  if (!isInstalled) give(missing);
}

function javaVersion() {
  const { stderr = '' } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  return Number(/version "(\d+)/.exec(stderr ?? '')?.[1] ?? 0);
}

function ensureJava() {
  const missing = 'Java 17 or newer is needed for the database (for example Temurin: https://adoptium.net).';
  if (javaVersion() >= 17) return;
  install(['default-jre-headless'], missing);
  if (javaVersion() < 17) give(missing);
}

function ensureChromium() {
  const known = JSON.parse(readFileSync('infra/local/browsers.json', 'utf8'));
  if (process.env.CHROMIUM || known.some((path) => existsSync(path))) return;
  // The one without windows needs a third less work for the same pages.
  install(
    ['chromium-headless-shell', 'chromium'],
    'Chromium is needed for the browser tests: install it, or name it with CHROMIUM=/path/to/it.',
  );
}

ensurePackages();
ensureNode();
if (!process.argv.includes('--packages')) ensureJava();
if (process.argv.includes('--browser')) ensureChromium();
