import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay } from '../../../contract/dates.ts';
import { sendCall } from '../../../web/sending/send.ts';
import type { TemplateKind } from '../../email-templates/email-templates.contract.ts';
import { isAboutCertificate } from '../../email-templates/variables.rules.ts';
import { giftCertificates } from '../../gift-certificates/gift-certificates.contract.ts';
import { search } from '../../search/search.contract.ts';
import { teeTimes } from '../../tee-times/tee-times.contract.ts';

type Option = readonly [number, string];

const SAMPLE: Option = [0, 'A sample, with everything there is to say'];
const NEWEST = { query: { per_page: 100, sort_fields: ['created_at'], sort_desc: [true] } };
const LEAST_TYPED = 2;
const TYPED_MS = 250;

/**
 * Loads the records with which an e-mail can be previewed: a sample, the newest tee times or gift certificates, and those that
 * a search finds.
 */
export function useRecordsToPreview(template: TemplateKind, sought: string) {
  const ofCertificates = isAboutCertificate(template);
  const newest = useQuery({
    queryKey: ['template records', ofCertificates],
    queryFn: () => (ofCertificates ? certificates() : bookings()),
  });
  const [found, keep] = useState<Option[]>([]);
  const [typed] = useDebouncedValue(sought.trim(), TYPED_MS);
  const seeking = useQuery({
    queryKey: ['template records', ofCertificates, typed],
    queryFn: async ({ signal }) => {
      const more = await foundBy(typed, ofCertificates ? 'Gift certificate' : 'Tee time', signal);
      keep((before) => [...before, ...more]);
      return more;
    },
    enabled: typed.length >= LEAST_TYPED,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const records = new Map<number, string>([
    SAMPLE,
    ...found,
    ...(seeking.data ?? []),
    ...(newest.data ?? []),
  ]);
  const isSeeking = seeking.isFetching || typed !== sought.trim();
  return { records: [...records], isSeeking };
}

async function foundBy(
  q: string,
  kind: 'Tee time' | 'Gift certificate',
  signal: AbortSignal,
): Promise<Option[]> {
  const all = await sendCall(search.index, { query: { q } }, { signal, background: true });
  return all.flatMap((one) => (one.kind === kind ? [[one.id, `${one.title}, ${one.detail}`] as const] : []));
}

async function bookings(): Promise<Option[]> {
  const rows = await sendCall(teeTimes.index, NEWEST, { background: true });
  return rows.map((row) => [
    row.id,
    `${row.first_name} ${row.last_name}, ${formatDay(row.play_date)} ${row.play_time} · ${row.course_name} · ${row.confirmation}`,
  ]);
}

async function certificates(): Promise<Option[]> {
  const rows = await sendCall(giftCertificates.index, NEWEST, { background: true });
  return rows.map((row) => [
    row.id,
    [row.serial, `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim()].filter(Boolean).join(', '),
  ]);
}
