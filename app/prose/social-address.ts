import type { SocialAddress } from './blocks.ts';

/** The network's two hosts, also as they are called on a phone. */
const POST =
  /^https?:\/\/(?:www\.|mobile\.)?(twitter\.com|x\.com)\/(?:i\/web|\w{1,15})\/status(?:es)?\/(\d{1,20})(?:[/?#]\S*)?$/i;

/** The post that an address leads to, or null where it is no address of a social post. */
export function socialPostOf(address: string): SocialAddress | null {
  const [, host, id] = POST.exec(address.trim()) ?? [];
  if (!host || !id) return null;
  return { id, host: host.toLowerCase(), address: address.trim().replace(/^http:/i, 'https:') };
}
