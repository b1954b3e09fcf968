import { BlockList, isIP } from 'node:net';

// The address ranges to which an outsider must not make RIC connect, from IANA's special-purpose registries.
const NOT_PUBLIC_4: [string, number][] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by providers (CGNAT)
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // the metadata service of one cloud, at a public address
  ['169.254.0.0', 16], // link-local, with the metadata service of most clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // IETF protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
];
// In IPv6, only the space allocated to networks is public, which excludes loopback, link-local, unique-local,
// multicast, mapped IPv4 and NAT64. These ranges of the allocated space are not public either:
const NOT_PUBLIC_6: [string, number][] = [
  ['2001::', 23], // protocols, Teredo
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, which has an IPv4 address inside
  ['3fff::', 20], // documentation
];

const notPublic4 = new BlockList();
for (const [net, bits] of NOT_PUBLIC_4) notPublic4.addSubnet(net, bits, 'ipv4');
const given6 = new BlockList();
given6.addSubnet('2000::', 3, 'ipv6');
const notPublic6 = new BlockList();
for (const [net, bits] of NOT_PUBLIC_6) notPublic6.addSubnet(net, bits, 'ipv6');

/** Returns true for a publicly routable IP address. Accepts IPv4 and IPv6 in the forms a resolver or a URL uses. */
export function isPublicAddress(ip: string): boolean {
  // The zone in an address (after %) names a network interface of this machine, so the address is not public.
  if (ip.includes('%')) return false;
  if (isIP(ip) === 4) return !notPublic4.check(ip, 'ipv4');
  return isIP(ip) === 6 && given6.check(ip, 'ipv6') && !notPublic6.check(ip, 'ipv6');
}
