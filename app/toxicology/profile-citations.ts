import type { ProfileCitation } from './profile-content.ts';

// Documents that more than one profile rests on; the others stand in their profile.

export const efsaPhthalates2019: ProfileCitation = {
  title:
    'Update of the risk assessment of di-butylphthalate (DBP), butyl-benzyl-phthalate (BBP), ' +
    'bis(2-ethylhexyl)phthalate (DEHP), di-isononylphthalate (DINP) and di-isodecylphthalate ' +
    '(DIDP) for use in food contact materials',
  publisher: 'European Food Safety Authority, EFSA Journal 17(12):5838',
  year: 2019,
  url: 'https://doi.org/10.2903/j.efsa.2019.5838',
};

export const foodPlastics2023: ProfileCitation = {
  title:
    'Commission Regulation (EU) 2023/1442 amending Annex I to Regulation (EU) No 10/2011 on ' +
    'plastic materials and articles intended to come into contact with food',
  publisher: 'European Commission',
  year: 2023,
  url: 'https://eur-lex.europa.eu/eli/reg/2023/1442/oj',
};

export const reachFourPhthalates2018: ProfileCitation = {
  title:
    'Commission Regulation (EU) 2018/2005 amending Annex XVII to REACH (entry 51) as regards ' +
    'DEHP, DBP, BBP and DIBP',
  publisher: 'European Commission',
  year: 2018,
  url: 'https://eur-lex.europa.eu/eli/reg/2018/2005/oj',
};

export const reachAuthorisation2021: ProfileCitation = {
  title:
    'Commission Regulation (EU) 2021/2045 amending Annex XIV to REACH (DEHP, BBP, DBP and DIBP)',
  publisher: 'European Commission',
  year: 2021,
  url: 'https://eur-lex.europa.eu/eli/reg/2021/2045/oj',
};

export const foodBisphenols2024: ProfileCitation = {
  title:
    'Commission Regulation (EU) 2024/3190 on the use of bisphenol A (BPA) and other bisphenols ' +
    'in certain materials and articles intended to come into contact with food',
  publisher: 'European Commission',
  year: 2024,
  url: 'https://eur-lex.europa.eu/eli/reg/2024/3190/oj',
};

export const toyPhthalates2017: ProfileCitation = {
  title:
    "Prohibition of Children's Toys and Child Care Articles Containing Specified Phthalates " +
    '(16 CFR part 1307), 82 FR 49938',
  publisher: 'US Consumer Product Safety Commission',
  year: 2017,
  url: 'https://www.federalregister.gov/d/2017-23267',
};

export const abandonedPlasticizers2022: ProfileCitation = {
  title:
    'Indirect Food Additives: final rule ending the food contact uses of 25 plasticizers, ' +
    '87 FR 31080',
  publisher: 'US Food and Drug Administration',
  year: 2022,
  url: 'https://www.govinfo.gov/content/pkg/FR-2022-05-20/html/2022-10531.htm',
};

export const canadaPhthalates2020: ProfileCitation = {
  title: 'Screening Assessment: Phthalate Substance Grouping',
  publisher: 'Environment and Climate Change Canada and Health Canada',
  year: 2020,
  url: 'https://www.canada.ca/en/health-canada/services/chemical-substances/substance-groupings-initiative/phthalate.html',
};

export const hazardPanel2014: ProfileCitation = {
  title:
    'Report of the Chronic Hazard Advisory Panel on Phthalates and Phthalate Alternatives to ' +
    'the US Consumer Product Safety Commission',
  publisher: 'US Consumer Product Safety Commission',
  year: 2014,
  url: null,
};

export const proposition65List: ProfileCitation = {
  title: 'Chemicals known to the State to cause cancer or reproductive toxicity (Proposition 65)',
  publisher: 'California Office of Environmental Health Hazard Assessment',
  year: 2025,
  url: 'https://oehha.ca.gov/proposition-65/proposition-65-list',
};

export const medicalDevices2015: ProfileCitation = {
  title:
    'The safety of medical devices containing DEHP-plasticized PVC or other plasticizers on ' +
    'neonates and other groups possibly at risk (2015 update)',
  publisher: 'European Commission, Scientific Committee SCENIHR',
  year: 2015,
  url: 'https://doi.org/10.2772/45179',
};

export const bisphenolReview2015: ProfileCitation = {
  title:
    'Rochester and Bolden: Bisphenol S and F: A Systematic Review and Comparison of the ' +
    'Hormonal Activity of Bisphenol A Substitutes',
  publisher: 'Environmental Health Perspectives 123(7):643',
  year: 2015,
  url: 'https://doi.org/10.1289/ehp.1408989',
};

/** The EPA's IRIS entry of a chemical; the year is that of its oral reference dose. */
export function irisEntry(name: string, year: number, irisNumber: number): ProfileCitation {
  return {
    title: `Integrated Risk Information System (IRIS): ${name}`,
    publisher: 'US Environmental Protection Agency',
    year,
    url: `https://iris.epa.gov/ChemicalLanding/&substance_nmbr=${irisNumber}`,
  };
}

/** A monograph of the US National Toxicology Program on a phthalate and human reproduction. */
export function reproductionMonograph(name: string, pubMedId: number | null): ProfileCitation {
  return {
    title:
      'NTP-CERHR Monograph on the Potential Human Reproductive and Developmental Effects of ' +
      name,
    publisher: 'US National Toxicology Program',
    year: 2003,
    url: pubMedId === null ? null : `https://pubmed.ncbi.nlm.nih.gov/${pubMedId}/`,
  };
}
