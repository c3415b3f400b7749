import type { Names, Plan } from './plan.ts';
import { queue } from './queue.ts';
import { type RowOptions, requestOf, rowText } from './row.ts';
import { exampleRunner, runner } from './runner.ts';
import { record } from './stored.ts';

const slice = ({ one, many, manyName }: Names): Plan => ({
  additions: [
    {
      file: `shared/${many}/contract.ts`,
      text: `import { routes } from '../route.ts';

/** TODO: what these operations are about. Add each with \`npm run new -- act ${one} <name>\`. */
export const ${one}Routes = routes({
  // TODO: its acts.
});
`,
    },
    {
      file: `functions/${many}/handlers.ts`,
      text: `import type { Deps, Handlers } from '#functions/serve.ts';
import type { ${one}Routes } from '#shared/${many}/contract.ts';

/** TODO: what this slice does. */
export function ${one}Handlers(_deps: Deps): Handlers<typeof ${one}Routes> {
  return {
    // TODO: its acts.
  };
}
`,
    },
    {
      file: `functions/${many}/lambda.ts`,
      text: `import { authentication } from '#functions/authentication.ts';
import { coreDeps } from '#functions/deps.ts';
import { serve } from '#functions/serve.ts';
import { ${one}Routes } from '#shared/${many}/contract.ts';
import { ${one}Handlers } from './handlers.ts';

const deps = coreDeps();
export const handler = serve(${one}Routes, ${one}Handlers(deps), deps, authentication);
`,
    },
    {
      file: `functions/${many}/${many}.test.ts`,
      text: `import { ${one}Routes } from '#shared/${many}/contract.ts';
import { examples } from '${exampleRunner}';
import { ${one}Handlers } from './handlers.ts';

examples(${one}Routes, ${one}Handlers, {
  // TODO: its acts.
});
`,
    },
    {
      file: `web/features/${many}/api.ts`,
      text: `import { ${one}Routes } from '#shared/${many}/contract.ts';
import { clientOf } from '#web/lib/api/api.ts';

export const ${manyName}Api = clientOf(${one}Routes);
`,
    },
    {
      file: 'shared/contract.ts',
      before: "import type { Routes } from './route.ts';",
      text: `import { ${one}Routes } from './${many}/contract.ts';\n`,
    },
    { file: 'shared/contract.ts', before: '} as const satisfies', text: `  ${manyName}: ${one}Routes,\n` },
    {
      file: 'infra/function-table.ts',
      before: '  friends: {',
      text: `  '${many}': {\n    impact: 'TODO: what members notice while it fails.',\n    table: readWrite,\n  },\n`,
    },
    {
      file: 'test/support/world/handlers.ts',
      before: "import type { Handlers } from '#functions/serve.ts';",
      text: `import { ${one}Handlers } from '#functions/${many}/handlers.ts';\n`,
    },
    { file: 'test/support/world/handlers.ts', before: '  friendHandlers,', text: `  ${one}Handlers,\n` },
    {
      file: 'test/infra/functions.test.ts',
      before: '  friends: {},',
      text: `  '${many}': {},\n`,
    },
    {
      file: 'docs/runbooks/alarms/function-errors.md',
      before: '### friends',
      text: `### ${many}\n\nTODO: what members notice, and what to do.\n\n`,
    },
  ],
  next: [
    `acts: npm run new -- act ${one} <name>`,
    `what it stores: npm run new -- record ${one}`,
    'rights: the compiler asks for its line of test/infra/needed-rights.ts, and npm run test:infra test/infra/grants.test.ts names what is missing there',
  ],
});

const act = ({ many }: Names, name: string, row: RowOptions): Plan => {
  const request = requestOf(row);
  const isReading = row.method === 'GET';
  const handling = isReading
    ? 'read through the repository, return answer(reply)'
    : `load, call the rule of shared/${many}/rules.ts, return commit(reply, writes)`;
  return {
    additions: [
      ...(row.body || isReading
        ? [
            {
              file: `shared/${many}/contract.ts`,
              before: 'import ',
              text: "import * as z from 'zod/mini';\n",
              isShared: true,
            } as const,
          ]
        : []),
      { file: `shared/${many}/contract.ts`, before: '});', text: rowText(name, row) },
      {
        file: `functions/${many}/handlers.ts`,
        before: '  };',
        text: `
    ${name}: async () => {
      // TODO: ${handling}.
      throw new Error('TODO');
    },
`,
      },
      {
        file: `functions/${many}/${many}.test.ts`,
        before: '});',
        text: `  // TODO: what the table has, which keys the call reads, what it writes under which conditions, and its answer.
  ${name}: { ${[...request, 'given: []', "reads: ['TODO']", ...(isReading ? [] : ["writes: ['TODO']", 'refused: {}']), ...(isReading ? ['answers: {}'] : [])].join(', ')} },
`,
      },
    ],
    next: [
      `its line of the access matrix, test/access/expected.ts${row.body ? ', and a body in samples.ts: the compiler names both' : ': the compiler names it'}`,
      ...(isReading ? [] : ['a call that succeeds in test/prove/scenes: test/scenes.test.ts names it']),
      `a query, a race or a list longer than a page: functions/${many}/*.data.test.ts, on DynamoDB Local`,
      `its rule with a test: shared/${many}/rules.ts; its words in docs/product.md; the demo data in infra/local/seed`,
      `the page that calls it, over web/features/${many}/api.ts or its only user's file`,
    ],
  };
};

const page = ({ one, One }: Names): Plan => ({
  additions: [
    {
      file: `web/routes/${kebab(one)}/${kebab(one)}-page.tsx`,
      text: `/** TODO: what this page is for (product 1.2). */
export function ${One}Page() {
  return (
    <div className="container page stack">
      <h1 tabIndex={-1}>TODO</h1>
    </div>
  );
}
`,
    },
    {
      file: `web/routes/${kebab(one)}/${kebab(one)}-page.test.tsx`,
      text: `import { screen } from '@testing-library/react';
import { expect, test } from '${runner}';
import { renderPage } from '#test/support/render-page.tsx';
import { ${One}Page } from './${kebab(one)}-page.tsx';

test('TODO: what a person sees', () => {
  renderPage(<${One}Page />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('TODO');
});
`,
    },
    { file: 'shared/site/paths.ts', before: "  about: '/about',", text: `  ${one}: '/${kebab(one)}',\n` },
    {
      file: 'web/app/pages.ts',
      before: '  {\n    path: paths.contact,',
      text: `  {
    path: paths.${one},
    access: 'member',
    title: 'TODO',
    load: () => import('../routes/${kebab(one)}/${kebab(one)}-page.tsx').then((file) => ({ default: file.${One}Page })),
  },
`,
    },
  ],
  next: [
    'who may open it and what frames it: its row in web/app/pages.ts; with isListed also web/app/prerender/descriptions.ts',
    'its states: a line for each in test/e2e/screen-states/',
    'the way to it: a link of a page, or of the menus in web/app/shell',
  ],
});

const mail = ({ one }: Names): Plan => ({
  additions: [
    {
      file: 'functions/mail/mails.ts',
      before: '}\nexport type MailName',
      text: `  /** TODO: to whom, and when. */\n  ${one}: { firstName: string };\n`,
    },
    {
      file: 'functions/mail/templates.ts',
      before: '  profileApproved: (',
      text: `  ${one}: (_, to) => ({
    subject: 'TODO',
    paragraphs: ['TODO'],
    action: { label: \`Ouvrir \${brand.name}\`, url: links.home(to) },
  }),
`,
    },
    { file: 'functions/mail/channels.ts', before: '  profileApproved: ', text: `  ${one}: account,\n` },
    { file: 'functions/mail/templates.test.ts', before: '  profileApproved: 1,', text: `  ${one}: 1,\n` },
  ],
  next: [
    "the write beside the act's other writes: mail(table, …) of functions/mail/outbox.ts",
    'its group in functions/mail/channels.ts, and whether it is listed and always mailed',
  ],
});

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export const kinds = {
  slice: { usage: 'slice <thing>', plan: slice },
  record: { usage: 'record <thing>', plan: record },
  act: { usage: 'act <thing> <name> [options]', plan: act },
  page: { usage: 'page <name>', plan: page },
  mail: { usage: 'mail <name>', plan: mail },
  queue: { usage: 'queue <thing>', plan: queue },
} as const;
