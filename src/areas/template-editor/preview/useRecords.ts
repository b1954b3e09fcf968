import { useQuery } from '@tanstack/react-query';
import { formatDay } from '../../../contract/dates.ts';
import { send } from '../../../web/sending/send.ts';
import type { MailKind } from '../../email-templates/email-templates.contract.ts';
import { isCertificateMail } from '../../email-templates/variables.rules.ts';
import { giftCertificates } from '../../gift-certificates/gift-certificates.contract.ts';
import { teeTimes } from '../../tee-times/tee-times.contract.ts';

type Option = readonly [number, string];

const SAMPLE: Option = [0, 'A sample, with everything there is to say'];
const NEWEST = { query: { per_page: 100, sort_fields: ['created_at'], sort_desc: [true] } };

/** What a letter of this kind can be shown with: the sample, and the newest bookings or certificates. */
export function useRecords(template: MailKind): Option[] {
  const ofCertificates = isCertificateMail(template);
  const { data } = useQuery({
    queryKey: ['template records', ofCertificates],
    queryFn: () => (ofCertificates ? certificates() : bookings()),
  });
  return [SAMPLE, ...(data ?? [])];
}

async function bookings(): Promise<Option[]> {
  const rows = await send(teeTimes.index, NEWEST, { background: true });
  return rows.map((row) => [
    row.id,
    `${row.first_name} ${row.last_name}, ${row.course_name}, ${formatDay(row.play_date)} ${row.play_time}`,
  ]);
}

async function certificates(): Promise<Option[]> {
  const rows = await send(giftCertificates.index, NEWEST, { background: true });
  return rows.map((row) => [
    row.id,
    [row.serial, `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim()].filter(Boolean).join(', '),
  ]);
}
