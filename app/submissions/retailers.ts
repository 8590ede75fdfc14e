/**
 * Known U.S. retailers, large ones, a health store, grocery chains, with what each mainly sells: by their
 * hosts without `www.` and nothing but these, so that a look-alike is Unknown.
 */
const RETAILERS = [
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

/** The shop of a host, where we know it. */
export function retailerAt(host: string) {
  return RETAILERS.find(({ hosts }) => hosts.includes(host.replace(/^www\./, '')));
}
