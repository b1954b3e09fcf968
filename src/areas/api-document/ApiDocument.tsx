import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { foldText } from '../../contract/names/fold.ts';
import { ErrorBox } from '../../web/components/ErrorBox.tsx';
import { sendCall } from '../../web/sending/send.ts';
import { PageHead } from '../../web/shell/pages/PageHead.tsx';
import { apiDocument } from './api-document.contract.ts';
import './api-document.css';
import { describedCalls, type DescribedCall } from './described-calls.rules.ts';

/**
 * Shows every call of the server, from its OpenAPI document. The screen loads the document by a call, because a plain link
 * would lack the auth headers.
 */
export function ApiDocument() {
  const [typed, setTyped] = useState('');
  const found = useQuery({
    queryKey: ['openapi'],
    queryFn: () => sendCall(apiDocument.openApi),
    staleTime: Infinity,
  });
  const all = found.data ? describedCalls(found.data) : [];
  const words = foldText(typed).split(' ').filter(Boolean);
  const shown = all.filter((call) => words.every((word) => call.text.includes(word)));
  const areas = [...new Set(shown.map((call) => call.area))];
  return (
    <section className="api-document stack">
      <PageHead title="API Document" line={found.data ? countLine(shown.length, all.length) : 'Loading…'} />
      {found.error && <ErrorBox error={found.error} retry={() => void found.refetch()} />}
      <TextInput
        type="search"
        label="Find a call"
        description="By path, area, access or field; several words narrow it down."
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {areas.map((area) => (
        <section key={area} className="card pad" aria-label={`Calls: ${area}`}>
          <h2>{area}</h2>
          {shown
            .filter((call) => call.area === area)
            .map((call) => (
              <CallDetails key={call.name} call={call} />
            ))}
        </section>
      ))}
      {found.data && shown.length === 0 && <p className="quiet">No call is described by these words.</p>}
    </section>
  );
}

const countLine = (shown: number, all: number) =>
  shown === all ? `${all} calls` : `${shown} of ${all} calls`;

function CallDetails({ call }: { call: DescribedCall }) {
  return (
    <details>
      <summary>
        <code>{call.method}</code> <code>{call.path}</code> <span className="tag">{call.access}</span>{' '}
        {call.writes && (
          <span className="tag" data-tone="waiting">
            writes
          </span>
        )}{' '}
        {call.ours && (
          <span className="tag" data-tone="plain">
            ours
          </span>
        )}
      </summary>
      {call.parts.map((part) => (
        <div key={part.title}>
          <h3>{part.title}</h3>
          {/* A wide schema scrolls, and a scrolling element must be reachable by keyboard. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre tabIndex={0} aria-label={`${part.title} of ${call.name}`} role="region">
            {part.schema}
          </pre>
        </div>
      ))}
    </details>
  );
}
