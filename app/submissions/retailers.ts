/** A shop that a product page may belong to, by its exact hosts. */
interface Retailer {
  /** Hosts without `www.`: nothing but these, so that a look-alike is Unknown. */
  hosts: string[];
  brand: string;
  /** What it mainly sells. */
  category: string;
}

/** Known U.S. retailers: large ones, a health store, grocery chains. */
const RETAILERS: Retailer[] = [
  {
    hosts: ['amazon.com', 'smile.amazon.com', 'm.amazon.com'],
    brand: 'Amazon',
    category: 'General merchandise',
  },
  { hosts: ['walmart.com', 'm.walmart.com'], brand: 'Walmart', category: 'General merchandise' },
  { hosts: ['target.com', 'm.target.com'], brand: 'Target', category: 'General merchandise' },
  { hosts: ['costco.com', 'sameday.costco.com'], brand: 'Costco', category: 'General merchandise' },
  { hosts: ['samsclub.com'], brand: 'Sam’s Club', category: 'General merchandise' },
  { hosts: ['wholefoodsmarket.com'], brand: 'Whole Foods Market', category: 'Grocery' },
  { hosts: ['traderjoes.com'], brand: 'Trader Joe’s', category: 'Grocery' },
  { hosts: ['kroger.com'], brand: 'Kroger', category: 'Grocery' },
  { hosts: ['safeway.com'], brand: 'Safeway', category: 'Grocery' },
  { hosts: ['publix.com'], brand: 'Publix', category: 'Grocery' },
  { hosts: ['instacart.com'], brand: 'Instacart', category: 'Grocery' },
  { hosts: ['thrivemarket.com'], brand: 'Thrive Market', category: 'Grocery' },
  { hosts: ['iherb.com'], brand: 'iHerb', category: 'Health' },
  { hosts: ['vitacost.com'], brand: 'Vitacost', category: 'Health' },
  { hosts: ['cvs.com'], brand: 'CVS', category: 'Pharmacy' },
  { hosts: ['walgreens.com'], brand: 'Walgreens', category: 'Pharmacy' },
  { hosts: ['chewy.com'], brand: 'Chewy', category: 'Pet supplies' },
];

/** Whether a host is that of a shop that we know. */
export function isRetailer(host: string): boolean {
  const bare = host.replace(/^www\./, '');
  return RETAILERS.some(({ hosts }) => hosts.includes(bare));
}

export const UNKNOWN_RETAILER = { brand: 'Unknown', category: 'Unknown' };

/** Brand and category that a product page's host stands for; Unknown for any other host. */
export function retailerOf(url: string): { brand: string; category: string } {
  if (!URL.canParse(url)) return UNKNOWN_RETAILER;
  const host = new URL(url).hostname.toLowerCase().replace(/^www\./, '');
  const found = RETAILERS.find(({ hosts }) => hosts.includes(host));
  return found ? { brand: found.brand, category: found.category } : UNKNOWN_RETAILER;
}
