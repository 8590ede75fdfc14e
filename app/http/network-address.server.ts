import { BlockList, isIP, SocketAddress } from 'node:net';

/**
 * An address as one text, whichever way it was written: in lower case and shortened, IPv4 without
 * IPv6 clothing, and no brackets, zone or port. Undefined for what is no address.
 */
export function addressIn(text: string): string | undefined {
  const [, bracketed, dotted] = /^(?:\[(.+)\]|([\d.]+))(?::\d{1,5})?$/.exec(text.trim()) ?? [];
  const bare = (bracketed ?? dotted ?? text.trim()).replace(/%.*$/, '');
  if (isIP(bare) !== 6) return isIP(bare) ? bare : undefined;
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' });
  return address.replace(/^::ffff:(?=\d+\.)/, '');
}

/** Whether this can be one of `networks`: an address, or a network as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  return addTo(new BlockList(), text);
}

/** What tells whether an address, as `addressIn` writes it, is in one of these networks. */
export function inAnyOf(texts: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const text of texts) addTo(list, text);
  return (address) => list.check(address, familyOf(address));
}

function addTo(list: BlockList, text: string): boolean {
  const [, start = '', bits] = /^([^/]+?)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? [];
  const address = addressIn(start);
  if (address === undefined) return false;
  const family = familyOf(address);
  if (bits === undefined) list.addAddress(address, family);
  else {
    // Of IPv4 in IPv6 clothing the first 96 bits are the clothing.
    const isClothed = family === 'ipv4' && isIP(start) === 6;
    const prefix = Number(bits) - (isClothed ? 96 : 0);
    // A network of everybody would let everybody make up an address.
    if (prefix < 1 || prefix > (family === 'ipv4' ? 32 : 128)) return false;
    list.addSubnet(address, prefix, family);
  }
  return true;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return address.includes(':') ? 'ipv6' : 'ipv4';
}
