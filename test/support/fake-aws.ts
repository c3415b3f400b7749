import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * A stand-in of the `aws` program for `npm run redrive`: two failed batches wait in a bucket. Records each call in the
 * file `CALLS`; an invoked function answers `ANSWER`.
 */
const [service = '', act = '', ...rest] = process.argv.slice(2);
const after = (word: string, distance = 1) => rest[rest.indexOf(word) + distance] ?? '';
const outputs = { FailedEventsBucket: 'failed-events', FailedScansArn: 'arn:aws:sqs:eu-west-3:1:failed-scans' };

switch (act) {
  case 'describe-stacks':
    note(after('--stack-name'));
    say({
      Stacks: [{ Outputs: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })) }],
    });
    break;
  case 'list-objects-v2':
    note(after('--bucket'));
    say({ Contents: [{ Key: 'aws/lambda/map/2' }, { Key: 'aws/lambda/map/1' }] });
    break;
  case 'cp': {
    const [source = ''] = rest;
    note(source);
    const functionArn = 'arn:aws:lambda:eu-west-3:1:function:dispatcher';
    say({ requestContext: { functionArn }, payload: JSON.stringify({ Records: [`batch ${source.at(-1)}`] }) });
    break;
  }
  case 'invoke':
    note(after('--function-name'), readFileSync(after('--payload').replace('fileb://', ''), 'utf8'));
    writeFileSync(after('--payload', 2), process.env['ANSWER'] ?? '');
    say({ StatusCode: 200 });
    break;
  case 'delete-object':
    note(after('--key'));
    break;
  default:
    note(after('--source-arn'));
    say({ TaskHandle: '1' });
}

function note(...words: string[]) {
  appendFileSync(process.env['CALLS'] ?? '', `${[service, act, ...words].join(' ')}\n`);
}

function say(value: unknown) {
  console.log(JSON.stringify(value));
}
