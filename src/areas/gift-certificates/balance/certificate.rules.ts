/**
 * A gift certificate as the price calculation needs it: the amount that may be spent, in cents, and the course (null means
 * any).
 */
export type CertificateTerms = {
  serial: string;
  raw_balance: number;
  course_id: number | null;
  is_refunded?: boolean;
};

export const NO_SUCH_CERTIFICATE = 'There is no gift certificate with this serial.';

export function certificateProblem(
  certificate: CertificateTerms | null,
  round: { course_id: number },
): string | null {
  if (!certificate) return NO_SUCH_CERTIFICATE;
  if (certificate.is_refunded) return `The gift certificate ${certificate.serial} was refunded.`;
  if (certificate.raw_balance <= 0) return `The gift certificate ${certificate.serial} has no balance left.`;
  if (certificate.course_id !== null && certificate.course_id !== round.course_id)
    return `The gift certificate ${certificate.serial} is for another course.`;
  return null;
}
