import { moneyText } from '../../../contract/money.ts';
import { rejectField } from '../../../server/http/errors.ts';
import type { Db } from '../../../server/process/context.ts';
import { lockCertificate } from '../../gift-certificates/balance/balance.queries.ts';
import { NO_SUCH_CERTIFICATE } from '../../gift-certificates/balance/certificate.rules.ts';
import type { CertificateBalance } from '../partner-wire.contract.ts';

/** Returns the amount of a gift certificate that can be spent now. Throws InvalidFields if no gift certificate has this serial. */
export async function findCertificateBalance(db: Db, gift_cert_serial: string): Promise<CertificateBalance> {
  const found = await lockCertificate(db, gift_cert_serial);
  if (!found) return rejectField('gift_cert_serial', NO_SUCH_CERTIFICATE, 'no_such_certificate');
  const { serial, raw_balance, course_id } = found;
  return { serial, raw_balance, balance: moneyText(raw_balance), course_id };
}
