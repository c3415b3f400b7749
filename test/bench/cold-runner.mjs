// One cold start: loads a bundle, asks it once and ends. `cold-start.ts` times the whole process, so this is plain
// JavaScript: stripping types would be part of every figure.
const [bundle, event] = process.argv.slice(2);
const { handler } = await import(bundle);
const { statusCode, body } = await handler(JSON.parse(event), { awsRequestId: 'bench', functionName: 'bench' });
if (statusCode !== 200) throw new Error(body);
process.exit();
