// One cold start: loads a bundle, asks it once if there is something to ask, and ends. `cold-start.ts` times the whole process, so this is plain
// JavaScript: stripping types would be part of every figure.
// What Lambda's own runtime has loaded before any handler, the empty one included.
import 'node:crypto';
import 'node:fs';
import 'node:http';
import 'node:https';

const [bundle, event] = process.argv.slice(2);
const { handler } = await import(bundle);
if (event) {
  const { statusCode, body } = await handler(JSON.parse(event), { awsRequestId: 'bench', functionName: 'bench' });
  if (statusCode !== 200) throw new Error(body);
}
process.exit();
