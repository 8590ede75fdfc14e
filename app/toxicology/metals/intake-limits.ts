import { quoted, type EaterGroup, type IntakeMetalLimit } from './metal-limit.ts';
import type { MetalForm, MetalLimitSource } from './metal-limit.ts';

const looked = { seen: 'P', seenOn: '2026-11-29' } as const;

const lead = efsa('Scientific Opinion on Lead in Food', '2010;8(4):1570', '2010.1570', 'abstract');
const cadmium = efsa('Cadmium in food', '2009;980:1-139', '2009.980', 'Regulation (EU) 2021/1323');
const arsenic = efsa(
  'Update of the risk assessment of inorganic arsenic in food',
  '2024;22(1):e8488',
  '2024.8488',
  'Regulation (EU) 2025/1891, recitals 3 and 6',
);
const mercury = efsa('Mercury in food', '2012;10(12):2985', '2012.2985', 'efsajournal/pub/2985');
const epaArsenic: MetalLimitSource = {
  ...looked,
  authority: 'EPA',
  status: 'final',
  name: 'reference dose for',
  citation: {
    title: 'IRIS Toxicological Review of Inorganic Arsenic, 2025-01-13',
    number: 'EPA/635/R-25/005Fa',
    url: 'https://cfpub.epa.gov/ncea/iris2/chemicallanding.cfm?substance_nmbr=278',
  },
  seenAt: 'the page of the citation',
};
/** One thousandth of a dose without effect: above it a seller must warn. */
const california: MetalLimitSource = {
  ...looked,
  authority: 'California',
  status: 'warning',
  name: 'warning threshold for',
  citation: { title: 'Proposition 65', number: '27 CCR 25805(b)', url: null },
  seenAt: 'Mateel v. OEHHA (2018) 24 Cal.App.5th 220, A148711',
};
const fda = fdaLead('Flannery', '2022;133:105202', '2022.105202', 'pubmed 35690180');
const fda2020 = fdaLead('Dolan', '2020:104579', '2020.104579', 'pubmed 31945454');
const superseded = { ...fda2020, status: 'superseded' } as const;

const must = { question: 'must' } as const;
/** What EFSA holds a margin against where it tolerates no intake. */
const MARGIN = 'reference point for';
const SKIN = 'skin cancer may become more frequent';

/** Every limit of intake on record, those shown metal by metal, whether it may be shown or not. */
export const intakeMetalLimits: readonly IntakeMetalLimit[] = [
  margin('pb-efsa-iq', lead, 'pb', 500, 'a child may lose one IQ point', 'child'),
  margin('pb-efsa-ckd', lead, 'pb', 630, 'kidneys may be harmed', 'adult'),
  margin('pb-efsa-sbp', lead, 'pb', 1500, 'systolic blood pressure may rise', 'adult'),
  { ...byPerson('pb-fda-irl-child', fda, 'pb', 2200, 'child'), ...must },
  byPerson('pb-fda-irl-woman', fda, 'pb', 8800, 'woman'),
  byPerson('pb-fda-irl-child-2020', superseded, 'pb', 3000, 'child'),
  byPerson('pb-fda-irl-adult-2020', superseded, 'pb', 12_500, 'adult'),
  { ...byPerson('pb-ca-madl', california, 'pb', 500), question: 'said' },
  { ...byWeight('cd-efsa', cadmium, 'cd', 2500, 'week'), ...must },
  margin('as-efsa', arsenic, 'ias', 60, SKIN),
  { ...byWeight('as-epa-rfd', epaArsenic, 'ias', 60, 'day'), ...must },
  { ...byWeight('hg-efsa-me', mercury, 'mehg', 1300, 'week'), ...must },
  { ...byWeight('hg-efsa-in', mercury, 'inhg', 4000, 'week'), ...must },
  byPerson('pb-ca-nsrl', quoted('California', '27 CCR 25705', 'oehha-lead-prop65'), 'pb', 15_000),
  byPerson('cd-ca-madl', quoted('California', null, 'oehha-cadmium-prop65'), 'cd', 4100),
  byWeight('cd-jecfa', quoted('JECFA', 'TRS 960', 'jecfa-cadmium-ptmi'), 'cd', 25_000, 'month'),
  byWeight('cd-epa', quoted('EPA', '1989', 'epa-iris-cadmium-rfd'), 'cd', 1000, 'day'),
  byWeight('cd-atsdr', quoted('ATSDR', '2012', 'atsdr-cadmium-mrls'), 'cd', 100, 'day'),
  byWeight('hg-epa-me', quoted('EPA', '2001', 'epa-iris-methylmercury-rfd'), 'mehg', 100, 'day'),
  byWeight('hg-epa-in', quoted('EPA', '1995', 'epa-iris-mercury-rfd'), 'inhg', 300, 'day'),
  byWeight('hg-jecfa', quoted('JECFA', '922', 'jecfa-methylmercury-ptwi'), 'mehg', 1600, 'week'),
  byWeight('pb-jecfa', gone('TRS 959', 'jecfa-lead-ptwi-withdrawn'), 'pb', 25_000, 'week'),
  byWeight('as-jecfa', gone(null, 'jecfa-arsenic-bmdl'), 'ias', 15_000, 'week'),
];

type From = [id: string, source: MetalLimitSource, form: MetalForm, ng: number];

function margin(...[id, source, form, ng, effect, group]: [...From, string, EaterGroup?]) {
  return {
    ...byPerson(id, source, form, ng, group),
    kind: 'margin' as const,
    name: MARGIN,
    effect,
  };
}

function byPerson(...[id, source, form, ng, group]: [...From, EaterGroup?]) {
  return { ...source, id, form, ng, kind: 'by person' as const, per: 'day' as const, group };
}

function byWeight(...[id, source, form, ng, per]: [...From, IntakeMetalLimit['per']]) {
  return { ...source, id, form, ng, kind: 'by weight' as const, per };
}

function efsa(title: string, number: string, doi: string, seenAt: string): MetalLimitSource {
  const url = `https://doi.org/10.2903/j.efsa.${doi}`;
  const citation = { title, number: `EFSA Journal ${number}`, url };
  const name = 'tolerable weekly intake of';
  return { ...looked, authority: 'EFSA', status: 'final', name, citation, seenAt };
}

/** A yardstick of FDA's, not a regulatory limit. */
function fdaLead(author: string, number: string, doi: string, seenAt: string): MetalLimitSource {
  const citation = {
    title: `${author} et al., FDA’s interim reference levels for dietary lead`,
    number: `Regulatory Toxicology and Pharmacology ${number}`,
    url: `https://doi.org/10.1016/j.yrtph.${doi}`,
  };
  return {
    ...looked,
    authority: 'FDA',
    status: 'interim',
    name: 'daily amount of',
    citation,
    seenAt,
  };
}

function gone(number: string | null, page: string): MetalLimitSource {
  return quoted('JECFA', number, page, 'withdrawn');
}
