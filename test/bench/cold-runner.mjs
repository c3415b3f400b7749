// One cold start: loads a bundle, calls it once if there is an event, and ends. `cold-start.ts` times the whole
// process, so this is plain JavaScript: stripping types would be part of every figure. Modules that Lambda's own
// runtime loads before any handler, also before the empty one.
import 'node:crypto';
import 'node:fs';
import 'node:http';
import 'node:https';

const [bundle, event] = process.argv.slice(2);
const { handler } = await import(bundle);
if (event) {
  const answer = await handler(JSON.parse(event), { awsRequestId: 'bench', functionName: 'bench' });
  // A caller who is refused as unknown, or a fault, would have been spared the rest of the work.
  if (answer?.statusCode === 401 || answer?.statusCode >= 500) throw new Error(answer.body);
}
process.exit();
