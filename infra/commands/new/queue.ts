import type { Addition, Names, Plan } from './plan.ts';
import { runner } from './runner.ts';

const queueFiles = ({ one, One, many }: Names): Addition[] => [
  {
    file: 'shared/admin/queues.ts',
    before: '} as const satisfies Record<string, QueueSpec>;',
    text: `  ${one}: {
    tab: '${many}',
    label: 'TODO',
    counter: 'pending${One}s',
    list: 'admin${One}s',
    hours: 48,
    promise: 'TODO',
  },
`,
  },
  {
    file: 'functions/admin/lists/queue-items.ts',
    before: '};',
    text: `  ${one}: {
    // TODO: the parse function of functions/${many}/repository.ts.
    waits: (item) => item['status'] === 'pending',
    since: (item) => String(item['createdAt']),
  },
`,
  },
  {
    file: 'shared/admin/words.ts',
    before: '  receipt: "Aucun paiement',
    text: `  ${one}: 'TODO',\n`,
  },
  {
    file: `web/features/admin/${many}/${many}-tab.tsx`,
    text: `/** TODO: what administrators decide here. Copy web/features/admin/listings/trips-tab.tsx. */
export function ${One}sTab() {
  return (
    <div className="stack">
      <h2>TODO</h2>
    </div>
  );
}
`,
  },
  {
    file: `web/features/admin/${many}/${many}-tab.test.tsx`,
    text: `import { screen } from '@testing-library/react';
import { expect, test } from '${runner}';
import { renderPart } from '#test/support/render-page.tsx';
import { ${One}sTab } from './${many}-tab.tsx';

test('TODO: what an administrator sees', () => {
  renderPart(<${One}sTab />, { at: '/admin?tab=${many}' });
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('TODO');
});
`,
  },
  {
    file: 'web/routes/admin-page.tsx',
    before: 'import { ReceiptsTab }',
    text: `import { ${One}sTab } from '#web/features/admin/${many}/${many}-tab.tsx';\n`,
  },
  { file: 'web/routes/admin-page.tsx', before: '  receipt: <ReceiptsTab', text: `  ${one}: <${One}sTab />,\n` },
];

const listRow = ({ One, many }: Names): Addition[] => [
  {
    file: `shared/admin/${many}.ts`,
    text: `import * as z from 'zod/mini';
import { routes } from '../route.ts';
import { AdminStatus, Cursor, pageOf } from '../values/fields.ts';

/** TODO: what administrators see of it. */
const Admin${One} = z.object({ id: z.string(), status: AdminStatus, version: z.int() });

export const admin${One}Routes = routes({
  /** One state, the longest waiting first; or all, newest first. */
  admin${One}s: {
    method: 'GET',
    path: '/admin/${many}',
    access: 'admin',
    query: z.object({ status: z.optional(AdminStatus), cursor: Cursor }),
    reply: pageOf(Admin${One}),
  },
  // TODO: its decisions, as approveReceipt and rejectReceipt in receipts.ts.
});
`,
  },
  {
    file: 'shared/admin/contract.ts',
    before: 'import { adminReceiptRoutes }',
    text: `import { admin${One}Routes } from './${many}.ts';\n`,
  },
  { file: 'shared/admin/contract.ts', before: '  ...adminReceiptRoutes,', text: `  ...admin${One}Routes,\n` },
  {
    file: `functions/admin/${many}.ts`,
    text: `import type { Deps, Handlers } from '#functions/serve.ts';
import type { admin${One}Routes } from '#shared/admin/${many}.ts';

/** The acts of administrators on ${many}. */
export function admin${One}Handlers(_deps: Deps): Handlers<typeof admin${One}Routes> {
  return {
    admin${One}s: async () => {
      // TODO: one state from the repository, or everything of lists/everything.ts.
      throw new Error('TODO');
    },
  };
}
`,
  },
  {
    file: 'functions/admin/handlers.ts',
    before: 'import { adminReceiptHandlers }',
    text: `import { admin${One}Handlers } from './${many}.ts';\n`,
  },
  {
    file: 'functions/admin/handlers.ts',
    before: '    ...adminReceiptHandlers(deps),',
    text: `    ...admin${One}Handlers(deps),\n`,
  },
];

export const queue = (names: Names): Plan => ({
  additions: [...queueFiles(names), ...listRow(names)],
  next: [
    `the decisions: copy those of receipts into shared/admin/${names.many}.ts and functions/admin/${names.many}.ts; the compiler asks for the rest`,
    `the row of the index: indexes.queue('${names.one}', …) in functions/${names.many}/repository.ts`,
    `what follows from its changes: the compiler asks functions/stream/projector, because each queue's kind is projected`,
    'what was promised to members: docs/product.md 2.4',
  ],
});
