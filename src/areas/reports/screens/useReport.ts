import { z } from 'zod';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { sendCall } from '../../../web/sending/send.ts';
import { authHeader } from '../../../web/sending/stored.ts';
import {
  REPORT_CALLS,
  reports,
  reportTables,
  type ReportName,
  type ShownReport,
} from '../reports.contract.ts';

type Query = Record<string, unknown>;

const AnyQuery = z.record(z.string(), z.unknown());
/**
 * Returns the call that loads a report for its screen, without a check of the parameters: the server reports which are invalid.
 */
const shownCall = (name: ReportName) => ({
  ...reportTables['rate-sheet'],
  path: reportTables[name].path,
  query: AnyQuery,
});

/** Loads the report that the screen shows. It is loaded again when the parameters change, but never in the background. */
export function useReport(name: ReportName, query: Query | null) {
  return useQuery<ShownReport>({
    queryKey: ['report', name, query],
    queryFn: ({ signal }) => sendCall(shownCall(name), { query: query ?? {} }, { signal }),
    enabled: query !== null,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

const WAIT = 'Please wait...';
const AT_ONCE_MS = 150;
const SOON_MS = 700;

// The number of progress calls that may find no run, because the workbook's tab may take a moment to start one.
const MOST_MISSED = 3;

/**
 * Describes the progress of a slow report; the text is empty while a report is quick. The report is read for the screen, or,
 * once `writing` was called, into a workbook that another tab downloads.
 */
export function useReportProgress(
  name: ReportName,
  isReading: boolean,
): { said: string; writing: () => void } {
  const [said, setSaid] = useState('');
  const [isWriting, setWriting] = useState(false);
  useEffect(() => {
    if (!isReading && !isWriting) return undefined;
    const soon = isReading ? setTimeout(() => setSaid((said) => said || WAIT), AT_ONCE_MS) : undefined;
    let missed = 0;
    let isOver = false;
    const ask = async () => {
      const runs = await sendCall(reports.running, {}, { background: true });
      // A progress answer that arrives after the report is ignored.
      if (isOver) return;
      const run = runs.find(({ report }) => report === name);
      if (run) missed = 0;
      else missed += 1;
      if (!run && !isReading && missed >= MOST_MISSED) setWriting(false);
      else setSaid(run ? runRead(run) : isReading ? WAIT : '');
    };
    // If the progress call fails, the call for the report shows the cause.
    const timer = setInterval(() => void ask().catch(() => undefined), SOON_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
      clearTimeout(soon);
      setSaid('');
    };
  }, [isReading, isWriting, name]);
  return { said, writing: () => setWriting(true) };
}

const runRead = ({ rows, ahead }: { rows: number; ahead: number }): string =>
  ahead > 0 ? waiting(ahead) : `Reading, ${rows.toLocaleString('en-US')} rows so far`;

const waiting = (ahead: number): string =>
  `Waiting: ${ahead === 1 ? 'another report is' : `${ahead} reports are`} read before this one.`;

/** Opens the report's workbook in a new tab, by a link that is valid once. */
export async function openReportWorkbook(name: ReportName, query: Query): Promise<void> {
  const { ticket } = await sendCall(reports.ticket, { body: { report: name, query } });
  const header = authHeader();
  const address = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  for (const [key, value] of [
    ['access_token', ticket],
    ['uid', header?.uid],
    ['client', header?.client],
  ])
    address.set(key ?? '', value ?? '');
  const link = document.createElement('a');
  Object.assign(link, {
    href: `${REPORT_CALLS[name].file.path}?${address.toString()}`,
    target: '_blank',
    rel: 'noopener',
  });
  link.click();
}
