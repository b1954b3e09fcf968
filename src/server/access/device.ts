import { isIP } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The number of days after which a trusted device without a sign-in is no longer trusted. */
export const TRUSTED_DEVICE_DAYS = 180;

/** The browser of a call, identified by its device cookie, which browsers send only to calls below /api/auth. */
export type BrowserDevice = {
  /**
   * The token in the browser's device cookie, or null. Only the database says if the device is trusted, and for which
   * staff user.
   */
  token: string | null;
  /** Sets the browser's device cookie, which scripts cannot read and requests from other sites do not carry. */
  keep: (token: string) => void;
};

const COOKIE = /(?:^|;\s*)ric_device=([\w-]{43})(?:;|$)/;

export const browserDeviceOf = (request: FastifyRequest, reply: FastifyReply): BrowserDevice => ({
  token: COOKIE.exec(request.headers.cookie ?? '')?.[1] ?? null,
  keep: (token) => {
    const secure = request.protocol === 'https' ? '; Secure' : '';
    const rules = `Path=/api/auth; Max-Age=${TRUSTED_DEVICE_DAYS * 86_400}; HttpOnly; SameSite=Strict${secure}`;
    void reply.header('set-cookie', `ric_device=${token}; ${rules}`);
  },
});

/**
 * Returns the IP address that a call comes from. Behind a proxy listed in TRUST_PROXY, the address that the proxy
 * reports, if that is valid.
 */
export const clientAddress = ({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string =>
  isIP(ip) ? ip : (socket.remoteAddress ?? '');

/**
 * Returns the range of IP addresses that one person can use at will: a single IPv4 address, or the first half (/64)
 * of an IPv6 address.
 */
export function addressRangeOf(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4 !== undefined || isIP(address) !== 6) return v4 ?? address;
  const [head = '', tail] = address.replace(/%.*/, '').toLowerCase().split('::');
  const first = head.split(':').filter(Boolean);
  const last = tail?.split(':').filter(Boolean) ?? [];
  // "::" stands for groups of zeros; an IPv4 address at the end fills two groups of the IPv6 address.
  const left = Math.max(0, 8 - first.length - last.length - (tail?.includes('.') ? 1 : 0));
  const groups = [...first, ...Array.from({ length: tail === undefined ? 0 : left }, () => '0'), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
