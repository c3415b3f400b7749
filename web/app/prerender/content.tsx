import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { Frame } from '#web/app/shell/frame.tsx';
import { noSession, SessionContext } from '#web/lib/session/session.ts';

/**
 * The content of `#root` at an address, before the session is known, with the answers that `queries` has. It has as
 * many children at each place as the application, because React's ids depend on the position of elements.
 */
export async function contentOf(address: string, queries = new QueryClient()): Promise<string> {
  const faults: unknown[] = [];
  const { prelude } = await prerender(
    <QueryClientProvider client={queries}>
      <SessionContext value={noSession}>
        <StaticRouter location={address}>
          <Frame />
        </StaticRouter>
        {/* The place of `SessionProvider`'s dialogs. */}
        {null}
      </SessionContext>
    </QueryClientProvider>,
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER, onError: (fault) => void faults.push(fault) },
  );
  if (faults.length > 0) throw new AggregateError(faults, `The page ${address} could not be rendered.`);
  return textOf(prelude);
}

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read())
    text += decoder.decode(read.value, { stream: true });
  return text + decoder.decode();
}
