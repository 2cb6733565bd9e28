(()=>{
const D=document,$=(s,e=D)=>[...e.querySelectorAll(s)],R=D.documentElement;
R.classList.add('js');
// files: one at a time
const files=$('.file');
const show=id=>{files.forEach(f=>f.hidden=f.id!==id);$('.files a').forEach(a=>a.setAttribute('aria-current',a.hash==='#'+id))};
if(files.length){const byHash=()=>{const t=D.getElementById(decodeURIComponent(location.hash.slice(1))),f=t&&t.closest('.file');show((f||files[0]).id)};addEventListener('hashchange',byHash);byHash()}
// incidents: the worst is open; all are on paper
$('[data-shut]').forEach(d=>d.open=false);
let shut=[];
addEventListener('beforeprint',()=>{shut=$('details:not([open])');shut.forEach(d=>d.open=true)});
addEventListener('afterprint',()=>shut.forEach(d=>d.open=false));
// light and dark
const theme=D.getElementById('theme');
theme.onclick=()=>{const dark=R.dataset.theme?R.dataset.theme==='dark':matchMedia('(prefers-color-scheme:dark)').matches;R.dataset.theme=dark?'light':'dark'};
// copy a command
$('.copy').forEach(b=>b.onclick=()=>{const c=b.previousElementSibling;(navigator.clipboard?navigator.clipboard.writeText(c.textContent):Promise.reject()).catch(()=>{getSelection().selectAllChildren(c);D.execCommand('copy')}).then(()=>{b.textContent='Copied';setTimeout(()=>b.textContent='Copy',1200)})});
// tables: sort and search
$('table.sort').forEach(t=>{const say=D.getElementById(t.dataset.say),body=t.tBodies[0];
$('thead th',t).forEach((th,i)=>{const b=D.createElement('button');b.type='button';b.textContent=th.textContent;th.replaceChildren(b);
b.onclick=()=>{const up=th.getAttribute('aria-sort')==='descending';$('th',t.tHead).forEach(x=>x.removeAttribute('aria-sort'));th.setAttribute('aria-sort',up?'ascending':'descending');
const v=r=>{const c=r.cells[i];return c.dataset.value!==undefined?+c.dataset.value:c.textContent};
[...body.rows].sort((p,q)=>{const a=v(p),z=v(q);return(a<z?-1:a>z?1:0)*(up?1:-1)}).forEach(r=>body.append(r));say.textContent='Sorted by '+b.textContent+(up?', ascending':', descending')}});
const q=D.getElementById(t.dataset.q);
q.oninput=()=>{const words=q.value.toLowerCase().split(/\s+/);let n=0;[...body.rows].forEach(r=>{const x=r.textContent.toLowerCase();r.hidden=!words.every(w=>x.includes(w));n+=!r.hidden});say.textContent=n+' of '+body.rows.length}});
// zoom: the viewBox of the data, the labels, nothing else
const nice=(a,b)=>{const r=(b-a)/6,m=10**Math.floor(Math.log10(r)),s=[1,2,5,10].map(k=>k*m).find(k=>k>=r*.999),o=[];for(let x=Math.ceil(a/s-1e-9)*s;x<=b+1e-9*s;x+=s)o.push(x);return[o,s]};
const unit=s=>s<1e-6?[1e9,'ns']:s<1e-3?[1e6,'µs']:s<1?[1e3,'ms']:[1,'s'];
const label=(x,s,top)=>{const[k,u]=unit(top),d=Math.max(0,-Math.floor(Math.log10(s*k)+1e-9));return(x*k).toFixed(Math.min(9,d))+' '+u};
$('.zooms').forEach(L=>{const P=$('.plot',L);if(!P.length)return;
const A=+P[0].dataset.low,B=+P[0].dataset.high,say=D.getElementById(L.id+'-say');let a=A,b=B,wait=0;
const draw=()=>{wait=0;const k=1e4/(B-A);P.forEach(p=>{
const d=p.querySelector('.data'),h=d.getAttribute('viewBox').split(' ')[3];d.setAttribute('viewBox',((a-A)*k)+' 0 '+((b-a)*k)+' '+h);
$('[data-x]',p).forEach(t=>{const f=(+t.dataset.x-a)/(b-a);t.setAttribute('x',(f*100).toFixed(3)+'%');t.setAttribute('visibility',f<-.005||f>1.005?'hidden':'visible')});
if(p.dataset.axis){const g=p.querySelector('.axis'),[o,s]=nice(a,b),y=p.getAttribute('height')-4;
g.replaceChildren(...o.map(x=>{const t=D.createElementNS('http://www.w3.org/2000/svg','text'),f=(x-a)/(b-a)*100;t.setAttribute('class','label');t.setAttribute('x',f+'%');t.setAttribute('y',y);t.setAttribute('text-anchor',f<3?'start':f>96?'end':'middle');t.textContent=label(x,s,b);return t}))}});
say.textContent=a<=A&&b>=B?'':label(a,(b-a)/1e3,b)+' to '+label(b,(b-a)/1e3,b)};
const set=(x,y)=>{const w=Math.min(B-A,Math.max((B-A)*2e-5,y-x));a=Math.min(Math.max(A,x),B-w);b=a+w;wait||(wait=requestAnimationFrame(draw))};
const add=c=>{const e=D.createElement('div');e.className=c;e.hidden=true;L.append(e);return e},sel=add('sel'),hair=add('hair'),tip=add('tip');
const at=e=>{const r=P[0].getBoundingClientRect();return{f:Math.min(1,Math.max(0,(e.clientX-r.left)/r.width)),w:r.width,o:r.left-L.getBoundingClientRect().left}};
let d=null;
L.onpointerdown=e=>{if(e.button||e.pointerType==='touch')return;d=at(e);d.x=e.clientX;L.setPointerCapture(e.pointerId)};
L.onpointermove=e=>{const p=at(e);hair.hidden=tip.hidden=false;hair.style.left=p.o+p.f*p.w+'px';tip.textContent=label(a+p.f*(b-a),(b-a)/2e3,b);tip.style.left=p.o+p.f*p.w-(p.f>.8?tip.offsetWidth+12:0)+'px';
if(d&&Math.abs(e.clientX-d.x)>4){sel.hidden=false;sel.style.left=p.o+Math.min(d.f,p.f)*p.w+'px';sel.style.width=Math.abs(d.f-p.f)*p.w+'px'}};
L.onpointerup=e=>{const p=at(e);sel.hidden=true;if(d&&Math.abs(e.clientX-d.x)>4){const w=b-a;set(a+Math.min(d.f,p.f)*w,a+Math.max(d.f,p.f)*w)}d=null};
L.onpointerleave=()=>{hair.hidden=tip.hidden=true};
L.ondblclick=()=>set(A,B);
L.addEventListener('wheel',e=>{if(!e.ctrlKey&&!e.metaKey)return;e.preventDefault();const p=at(e),w=(b-a)*(e.deltaY>0?1.25:.8),c=a+p.f*(b-a);set(c-p.f*w,c+(1-p.f)*w)},{passive:false});
L.tabIndex=0;
L.onkeydown=e=>{if(e.ctrlKey||e.metaKey||e.altKey)return;const w=b-a,c=(a+b)/2,go={w:()=>set(c-w*.35,c+w*.35),s:()=>set(c-w*.7,c+w*.7),a:()=>set(a-w*.2,b-w*.2),d:()=>set(a+w*.2,b+w*.2),0:()=>set(A,B)};go['+']=go.w;go['-']=go.s;go.ArrowLeft=go.a;go.ArrowRight=go.d;if(go[e.key]){go[e.key]();e.preventDefault()}};
$('[data-zoom="'+L.id+'"]').forEach(z=>z.onclick=()=>{const w=b-a,c=(a+b)/2,v=z.dataset.v;v==='in'?set(c-w*.25,c+w*.25):v==='out'?set(c-w,c+w):v==='all'?set(A,B):set(...v.split(',').map(Number))})});
})();
